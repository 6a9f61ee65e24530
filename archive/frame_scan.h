// Walks over the frames of a run file and finds its way behind damage.
#pragma once

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "archive/block.h"
#include "archive/run_file.h"

namespace collect {

/// Yields every whole frame of a file in order, and notes in `damage` which bytes lie between them.
class FrameScan {
 public:
  /// Starts at the first frame, behind the file header.
  FrameScan(absl::string_view bytes, Damage& damage) : bytes_(bytes), damage_(damage) {}

  /// The next frame whose header is sound; nothing at the end of the file.
  std::optional<Frame> Next();

  /// Whether the payload of the frame that Next gave last is sound. If not, the search goes on
  /// right behind its header, as bytes may be missing within it.
  bool CheckPayload();

 private:
  std::optional<Frame> Found(const Frame& frame);
  void NoteLoss(size_t from, size_t to);

  absl::string_view bytes_;
  Damage& damage_;
  size_t sound_to_ = kFileHeaderSize;  // everything before is accounted for
  size_t search_from_ = kFileHeaderSize;
  size_t wasted_ = 0;  // bytes of payloads that were not sound
  Frame last_;
  bool checked_ = true;  // whether the payload of last_ has been looked at
};

}  // namespace collect
