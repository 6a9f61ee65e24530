// The framing of a run file: a file header, then frames with checksums. docs/run-file.md has the
// bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace collect {

/// What a frame's payload is. Numbers are never used again for something else.
enum class FrameType : uint8_t {
  kRun = 1,      ///< v1::Run, merged over the earlier ones
  kMetrics = 2,  ///< v1::ColumnSet
  kSamples = 3,  ///< v1::SampleBlock
  kText = 4,     ///< v1::RawText
  kRecords = 5,  ///< v1::MetricRecords, appended to the earlier ones
  kEnd = 6,      ///< v1::End
};

/// A reader understands every minor version of its major version.
inline constexpr uint16_t kFormatMajor = 1;
inline constexpr uint16_t kFormatMinor = 0;

inline constexpr size_t kFileHeaderSize = 16;
inline constexpr size_t kFrameHeaderSize = 24;

/// Longest payload, as it is stored and as it is when unpacked. A damaged length beyond it is seen
/// as damage and not believed.
inline constexpr size_t kMaxPayload = size_t{32} << 20;

/// The first bytes of every run file.
std::string FileHeader();

/// OK: a header of this major version. FailedPrecondition: a sound header of a newer one. DataLoss:
/// anything else.
absl::Status CheckFileHeader(absl::string_view bytes);

/// What a frame's compression builds upon. A frame of one of these slots that follows a key frame
/// of the same slot is compressed with the key frame's payload as its prefix, so that what has not
/// changed costs next to nothing. Frames build upon key frames only: damage to any other frame
/// costs that frame alone.
struct PackBasis {
  uint64_t slot = 0;    ///< what is alike; 0: the frame stands for itself
  bool is_key = false;  ///< later frames of the slot may build upon this one
};

/// A frame in a file; `stored` points into the bytes it was found in.
struct Frame {
  size_t offset = 0;  ///< of the frame's header
  FrameType type = FrameType::kRun;
  bool compressed = false;
  bool is_key = false;      ///< a later frame may build upon it
  bool has_prefix = false;  ///< builds upon the key frame with the mark `key_mark`
  uint16_t key_mark = 0;    ///< of a key frame, or of the one this builds upon
  size_t raw_size = 0;
  uint32_t payload_crc = 0;
  absl::string_view stored;

  size_t end() const { return offset + kFrameHeaderSize + stored.size(); }
};

/// The frame whose header stands at `offset`, if one does, its checksum holds and its payload is
/// all there. The payload is not looked at.
std::optional<Frame> FrameAt(absl::string_view bytes, size_t offset);

/// The first place at or behind `offset` where a frame could begin; bytes.size() if there is none.
size_t FindSyncMarker(absl::string_view bytes, size_t offset);

/// Whether the payload is as it was written.
bool PayloadIsSound(const Frame& frame);

/// Makes frames. Keeps its memory, so that a steady stream of frames allocates nothing.
class FramePacker {
 public:
  FramePacker();
  ~FramePacker();
  FramePacker(const FramePacker&) = delete;
  FramePacker& operator=(const FramePacker&) = delete;

  /// The bytes of one frame, compressed where that is shorter; valid until the next call.
  absl::string_view Pack(FrameType type, absl::string_view payload, PackBasis basis = {});

  /// The frame packed last has not come into the file: nothing may build upon it.
  void Forget();

 private:
  struct Key {
    uint64_t slot;
    uint16_t mark;
    std::string payload;
  };

  Key* KeyOf(uint64_t slot);
  uint16_t Remember(uint64_t slot, absl::string_view payload);

  ZSTD_CCtx_s* context_;
  std::string frame_;
  std::vector<Key> keys_;
  uint64_t last_key_slot_ = 0;  // of the frame packed last, if that is a key frame
  uint16_t next_mark_ = 0;
};

/// Gives back payloads.
class FrameUnpacker {
 public:
  FrameUnpacker();
  ~FrameUnpacker();
  FrameUnpacker(const FrameUnpacker&) = delete;
  FrameUnpacker& operator=(const FrameUnpacker&) = delete;

  /// The payload of a sound frame, valid until the next call; DataLoss if it does not unpack to
  /// just the length its header states, or the key frame that it builds upon has not been unpacked.
  absl::StatusOr<absl::string_view> Unpack(const Frame& frame);

 private:
  absl::Status Decompress(const Frame& frame);

  ZSTD_DCtx_s* context_;
  std::string raw_;
  absl::flat_hash_map<uint16_t, std::string> keys_;  // payloads of key frames by their marks
};

}  // namespace collect
