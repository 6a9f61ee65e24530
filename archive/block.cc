// Frames: header, checksum, compression.
#include "archive/block.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace collect {
namespace {

// The first byte is no text, and the line ends are changed by a transfer in text mode: the three
// ways in which a binary file is most often spoilt show here, as in PNG.
constexpr absl::string_view kMagic(
    "\x89"
    "CLT\r\n\x1a\n",
    8);
constexpr absl::string_view kSyncMarker("\xf5\xc7\x1e\x93", 4);
// Bits of a frame's flags.
constexpr uint8_t kCompressed = 1;
constexpr uint8_t kIsKey = 2;
constexpr uint8_t kHasPrefix = 4;

// Level 3 saves 2 to 3 % of a real file against level 1, level 9 no more than 2 % beyond that.
constexpr int kCompressionLevel = 3;

// Larger payloads are not kept to build upon; bounds the memory of writers and readers.
constexpr size_t kMaxKeyPayload = size_t{1} << 20;

template <typename Number>
void PutLittleEndian(Number number, char* place) {
  for (size_t i = 0; i < sizeof number; ++i) {
    place[i] = static_cast<char>(static_cast<uint64_t>(number) >> (8 * i));
  }
}

template <typename Number>
Number LittleEndianAt(absl::string_view bytes, size_t offset) {
  uint64_t number = 0;
  for (size_t i = 0; i < sizeof(Number); ++i) {
    number |= static_cast<uint64_t>(static_cast<uint8_t>(bytes[offset + i])) << (8 * i);
  }
  return static_cast<Number>(number);
}

uint32_t Crc32(absl::string_view bytes) {
  return static_cast<uint32_t>(
      crc32_z(0, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

// The header of 24 bytes; the payload stands behind its place already.
void FillFrameHeader(FrameType type, uint8_t flags, uint16_t key_mark, size_t raw_size,
                     std::string& frame) {
  const absl::string_view bytes = frame;
  char* header = frame.data();
  kSyncMarker.copy(header, kSyncMarker.size());
  header[4] = static_cast<char>(type);
  header[5] = static_cast<char>(flags);
  PutLittleEndian(key_mark, header + 6);
  PutLittleEndian(static_cast<uint32_t>(frame.size() - kFrameHeaderSize), header + 8);
  PutLittleEndian(static_cast<uint32_t>(raw_size), header + 12);
  PutLittleEndian(Crc32(bytes.substr(kFrameHeaderSize)), header + 16);
  PutLittleEndian(Crc32(bytes.substr(0, 20)), header + 20);
}

}  // namespace

std::string FileHeader() {
  std::string header(kFileHeaderSize, '\0');
  kMagic.copy(header.data(), kMagic.size());
  PutLittleEndian(kFormatMajor, header.data() + 8);
  PutLittleEndian(kFormatMinor, header.data() + 10);
  PutLittleEndian(Crc32(absl::string_view(header).substr(0, 12)), header.data() + 12);
  return header;
}

absl::Status CheckFileHeader(absl::string_view bytes) {
  if (bytes.size() < kFileHeaderSize || bytes.substr(0, kMagic.size()) != kMagic) {
    return absl::DataLossError("it does not begin as a run file does");
  }
  if (Crc32(bytes.substr(0, 12)) != LittleEndianAt<uint32_t>(bytes, 12)) {
    return absl::DataLossError("the file header is damaged");
  }
  const uint16_t major = LittleEndianAt<uint16_t>(bytes, 8);
  if (major <= kFormatMajor) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrFormat(
      "it is written in run file format %d.%d and this program reads formats up to %d; read it "
      "with a newer collect",
      major, LittleEndianAt<uint16_t>(bytes, 10), kFormatMajor));
}

std::optional<Frame> FrameAt(absl::string_view bytes, size_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < kFrameHeaderSize) return std::nullopt;
  const absl::string_view header = bytes.substr(offset, kFrameHeaderSize);
  if (header.substr(0, 4) != kSyncMarker) return std::nullopt;
  if (Crc32(header.substr(0, 20)) != LittleEndianAt<uint32_t>(header, 20)) return std::nullopt;
  const size_t stored_size = LittleEndianAt<uint32_t>(header, 8);
  Frame frame;
  frame.offset = offset;
  frame.type = static_cast<FrameType>(header[4]);
  const auto flags = static_cast<uint8_t>(header[5]);
  frame.compressed = (flags & kCompressed) != 0;
  frame.is_key = (flags & kIsKey) != 0;
  frame.has_prefix = (flags & kHasPrefix) != 0;
  frame.key_mark = LittleEndianAt<uint16_t>(header, 6);
  frame.raw_size = LittleEndianAt<uint32_t>(header, 12);
  frame.payload_crc = LittleEndianAt<uint32_t>(header, 16);
  if (stored_size > kMaxPayload || frame.raw_size > kMaxPayload) return std::nullopt;
  if (bytes.size() - offset - kFrameHeaderSize < stored_size) return std::nullopt;
  frame.stored = bytes.substr(offset + kFrameHeaderSize, stored_size);
  return frame;
}

size_t FindSyncMarker(absl::string_view bytes, size_t offset) {
  const size_t found = bytes.find(kSyncMarker, offset);
  return found == absl::string_view::npos ? bytes.size() : found;
}

bool PayloadIsSound(const Frame& frame) { return Crc32(frame.stored) == frame.payload_crc; }

FramePacker::FramePacker() : context_(ZSTD_createCCtx()) {
  ZSTD_CCtx_setParameter(context_, ZSTD_c_compressionLevel, kCompressionLevel);
}

FramePacker::~FramePacker() { ZSTD_freeCCtx(context_); }

FramePacker::Key* FramePacker::KeyOf(uint64_t slot) {
  const auto known =
      std::find_if(keys_.begin(), keys_.end(), [&](const Key& key) { return key.slot == slot; });
  return known == keys_.end() ? nullptr : &*known;
}

// Marks run on from key to key: one is given again only after 65,536 others.
uint16_t FramePacker::Remember(uint64_t slot, absl::string_view payload) {
  Key* key = KeyOf(slot);
  if (key == nullptr) key = &keys_.emplace_back(Key{slot, 0, std::string()});
  key->mark = next_mark_++;
  if (key->payload.capacity() < payload.size()) {
    key->payload.reserve(payload.size() + payload.size() / 4);  // so that the next one fits, too
  }
  key->payload.assign(payload.data(), payload.size());
  last_key_slot_ = slot;
  return key->mark;
}

void FramePacker::Forget() {
  const uint64_t slot = std::exchange(last_key_slot_, 0);
  if (slot != 0) keys_.erase(keys_.begin() + (KeyOf(slot) - keys_.data()));
}

absl::string_view FramePacker::Pack(FrameType type, absl::string_view payload, PackBasis basis) {
  last_key_slot_ = 0;
  const bool may_build = basis.slot != 0 && payload.size() <= kMaxKeyPayload;
  const Key* prefix = may_build && !basis.is_key ? KeyOf(basis.slot) : nullptr;
  if (prefix != nullptr) {
    ZSTD_CCtx_refPrefix(context_, prefix->payload.data(), prefix->payload.size());
  }
  frame_.resize(kFrameHeaderSize + ZSTD_compressBound(payload.size()));
  const size_t packed =
      ZSTD_compress2(context_, frame_.data() + kFrameHeaderSize, frame_.size() - kFrameHeaderSize,
                     payload.data(), payload.size());
  const bool compressed = ZSTD_isError(packed) == 0 && packed < payload.size();
  frame_.resize(kFrameHeaderSize + (compressed ? packed : payload.size()));
  if (!compressed) frame_.replace(kFrameHeaderSize, payload.size(), payload.data(), payload.size());
  uint8_t flags = compressed ? kCompressed : 0;
  uint16_t mark = 0;
  if (may_build && basis.is_key) {
    flags |= kIsKey;
    mark = Remember(basis.slot, payload);
  } else if (prefix != nullptr && compressed) {
    flags |= kHasPrefix;
    mark = prefix->mark;
  }
  FillFrameHeader(type, flags, mark, payload.size(), frame_);
  return frame_;
}

FrameUnpacker::FrameUnpacker() : context_(ZSTD_createDCtx()) {}

FrameUnpacker::~FrameUnpacker() { ZSTD_freeDCtx(context_); }

absl::Status FrameUnpacker::Decompress(const Frame& frame) {
  if (frame.has_prefix) {
    const auto key = keys_.find(frame.key_mark);
    if (key == keys_.end()) return absl::DataLossError("the frame that it builds upon is lost");
    ZSTD_DCtx_refPrefix(context_, key->second.data(), key->second.size());
  }
  if (raw_.size() < frame.raw_size) raw_.resize(frame.raw_size);
  const size_t size = ZSTD_decompressDCtx(context_, raw_.data(), frame.raw_size,
                                          frame.stored.data(), frame.stored.size());
  if (ZSTD_isError(size) != 0) {
    return absl::DataLossError(absl::StrCat("it does not unpack: ", ZSTD_getErrorName(size)));
  }
  if (size != frame.raw_size) return absl::DataLossError("it unpacks to another length");
  return absl::OkStatus();
}

absl::StatusOr<absl::string_view> FrameUnpacker::Unpack(const Frame& frame) {
  absl::string_view payload = frame.stored;
  if (frame.compressed) {
    absl::Status status = Decompress(frame);
    if (!status.ok()) return status;
    payload = absl::string_view(raw_).substr(0, frame.raw_size);
  } else if (frame.stored.size() != frame.raw_size) {
    return absl::DataLossError("its two lengths contradict each other");
  }
  if (frame.is_key && payload.size() <= kMaxKeyPayload) {
    keys_[frame.key_mark].assign(payload.data(), payload.size());
  }
  return payload;
}

}  // namespace collect
