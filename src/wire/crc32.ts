/** CRC-32 (IEEE 802.3, reflected, 0xEDB88320), eight bytes a step: every frame is checked, and byte by byte that cost as much as decoding it. */
export function crc32(bytes: Uint8Array, from = 0): number {
  const { length } = bytes;
  if (length <= BLOCK_BYTES && (from & 3) === 0) {
    BLOCK.set(bytes);
    return ~checkBlock(-1, from, length) >>> 0;
  }
  let crc = -1;
  for (let at = from; at < length; at += BLOCK_BYTES) {
    const block = bytes.subarray(at, at + BLOCK_BYTES);
    BLOCK.set(block);
    crc = checkBlock(crc, 0, block.length);
  }
  return ~crc >>> 0;
}

/** What is checked is copied here first: it begins anywhere, and numbers of four bytes are read where they are aligned. */
const BLOCK_BYTES = 4_096;
/** Little-endian, as every machine is that runs WebAssembly in a browser. */
const BLOCK_WORDS = new Int32Array(BLOCK_BYTES / 4);
const BLOCK = new Uint8Array(BLOCK_WORDS.buffer);

/** `from` is a multiple of four. */
function checkBlock(before: number, from: number, end: number): number {
  const first = from >> 2;
  const wordsEnd = first + (((end - from) >> 3) << 1);
  let crc = before;
  let word = first;
  for (; word < wordsEnd; word += 2) {
    const low = crc ^ BLOCK_WORDS[word]!;
    const high = BLOCK_WORDS[word + 1]!;
    // Added, not or-ed: an engine sees by it that no index is outside. What does not wait for the step before comes first.
    crc =
      TABLES[768 + (high & 0xff)]! ^
      TABLES[512 + ((high >>> 8) & 0xff)]! ^
      TABLES[256 + ((high >>> 16) & 0xff)]! ^
      TABLES[high >>> 24]! ^
      (TABLES[1_792 + (low & 0xff)]! ^
        TABLES[1_536 + ((low >>> 8) & 0xff)]! ^
        (TABLES[1_280 + ((low >>> 16) & 0xff)]! ^ TABLES[1_024 + (low >>> 24)]!));
  }
  for (let at = word << 2; at < end; at++) crc = (crc >>> 8) ^ TABLES[(crc ^ BLOCK[at]!) & 0xff]!;
  return crc;
}

/** What a byte does to the checksum, and behind that, 256 by 256, what it does one to seven bytes later. */
const TABLES = new Int32Array(2_048);
for (let byte = 0; byte < 256; byte++) {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  TABLES[byte] = crc;
}
for (let at = 256; at < TABLES.length; at++) {
  const before = TABLES[at - 256]!;
  TABLES[at] = (before >>> 8) ^ TABLES[before & 0xff]!;
}
