# Libraries from Debian, linked statically where that is possible: the program starts in half the
# time and its resident size stays small next to a benchmark.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(Protobuf REQUIRED)

# pkg-config knows the order of Abseil's many archives; -l:NAME.a asks for the static ones.
pkg_check_modules(ABSL REQUIRED
  absl_status absl_statusor absl_strings absl_str_format absl_time absl_flat_hash_map
  absl_synchronization absl_span absl_cleanup)
set(absl_archives "")
foreach(library IN LISTS ABSL_STATIC_LIBRARIES)
  if(library MATCHES "^absl_")
    list(APPEND absl_archives "-l:lib${library}.a")
  endif()
endforeach()
add_library(collect_absl INTERFACE)
target_link_libraries(collect_absl INTERFACE
  -Wl,--start-group ${absl_archives} -Wl,--end-group Threads::Threads)

add_library(collect_compression INTERFACE)
target_link_libraries(collect_compression INTERFACE -l:libzstd.a -l:libz.a)

# Header-only; used without exceptions.
find_path(NLOHMANN_JSON_INCLUDE nlohmann/json.hpp REQUIRED)
add_library(nlohmann_json INTERFACE)
target_include_directories(nlohmann_json SYSTEM INTERFACE ${NLOHMANN_JSON_INCLUDE})

# Regular expressions in time linear in the text, for --metrics-from.
find_path(RE2_INCLUDE re2/re2.h REQUIRED)
add_library(collect_re2 INTERFACE)
target_include_directories(collect_re2 SYSTEM INTERFACE ${RE2_INCLUDE})
target_link_libraries(collect_re2 INTERFACE -l:libre2.a Threads::Threads)

# Names of the CPUs' own events, for --events.
find_path(PFM4_INCLUDE perfmon/pfmlib_perf_event.h REQUIRED)
add_library(collect_pfm4 INTERFACE)
target_include_directories(collect_pfm4 SYSTEM INTERFACE ${PFM4_INCLUDE})
target_link_libraries(collect_pfm4 INTERFACE -l:libpfm.a)
