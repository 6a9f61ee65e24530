// The search for sound frames.
#include "archive/frame_scan.h"

#include <algorithm>

#include "absl/strings/str_format.h"

namespace collect {
namespace {

// A file made to harm may hold a frame in a frame in a frame, each to be summed up to its end. Real
// damage costs one pass over the damaged frames.
constexpr size_t kMaxWasted = size_t{128} << 20;

}  // namespace

std::optional<Frame> FrameScan::Next() {
  if (wasted_ > kMaxWasted) {
    damage_.notes.push_back(
        absl::StrFormat("reading stops at byte %d: too much is damaged", sound_to_));
    damage_.bytes_lost += bytes_.size() - sound_to_;
    sound_to_ = search_from_ = bytes_.size();
    wasted_ = 0;
    return std::nullopt;
  }
  // A frame that was passed over is looked at when what follows it is none: bytes may be missing.
  if (!checked_ && search_from_ < bytes_.size() && !FrameAt(bytes_, search_from_)) CheckPayload();
  for (size_t at = search_from_; at < bytes_.size(); ++at) {
    at = FindSyncMarker(bytes_, at);
    if (std::optional<Frame> frame = FrameAt(bytes_, at)) return Found(*frame);
  }
  NoteLoss(sound_to_, bytes_.size());
  sound_to_ = search_from_ = bytes_.size();
  return std::nullopt;
}

std::optional<Frame> FrameScan::Found(const Frame& frame) {
  NoteLoss(sound_to_, frame.offset);
  last_ = frame;
  checked_ = false;
  sound_to_ = search_from_ = frame.end();
  return frame;
}

bool FrameScan::CheckPayload() {
  checked_ = true;
  if (PayloadIsSound(last_)) return true;
  wasted_ += last_.stored.size();
  sound_to_ = last_.offset;
  search_from_ = last_.offset + kFrameHeaderSize;
  return false;
}

void FrameScan::NoteLoss(size_t from, size_t to) {
  if (from >= to) return;
  damage_.bytes_lost += to - from;
  if (to == bytes_.size()) {
    damage_.notes.push_back(absl::StrFormat(
        "the last %d bytes, from byte %d on, are no whole frame and are lost", to - from, from));
  } else {
    damage_.notes.push_back(absl::StrFormat("%d bytes from byte %d to byte %d are damaged and lost",
                                            to - from, from, to));
  }
}

}  // namespace collect
