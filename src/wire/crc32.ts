/** CRC-32 (IEEE 802.3, reflected, 0xEDB88320), eight bytes a step: every frame is checked, and byte by byte that cost as much as decoding it. */
export function crc32(bytes: Uint8Array, from = 0): number {
  let crc = -1;
  for (let at = from; at < bytes.length; at += BLOCK_BYTES) crc = checkBlock(crc, bytes, at, Math.min(bytes.length, at + BLOCK_BYTES));
  return ~crc >>> 0;
}

/** What is checked is copied here first: it begins anywhere, and numbers of four bytes are read where they are aligned. */
const BLOCK_BYTES = 4_096;
/** Little-endian, as every machine is that runs WebAssembly in a browser. */
const BLOCK_WORDS = new Int32Array(BLOCK_BYTES / 4);
const BLOCK = new Uint8Array(BLOCK_WORDS.buffer);

function checkBlock(before: number, bytes: Uint8Array, from: number, end: number): number {
  BLOCK.set(bytes.subarray(from, end));
  const length = end - from;
  const wordsEnd = (length >> 3) << 1;
  let crc = before;
  let word = 0;
  for (; word < wordsEnd; word += 2) {
    const low = crc ^ BLOCK_WORDS[word]!;
    const high = BLOCK_WORDS[word + 1]!;
    // What does not wait for the step before comes first.
    crc =
      TABLES[LATER_3 | (high & 0xff)]! ^
      TABLES[LATER_2 | ((high >>> 8) & 0xff)]! ^
      TABLES[LATER_1 | ((high >>> 16) & 0xff)]! ^
      TABLES[high >>> 24]! ^
      (TABLES[LATER_7 | (low & 0xff)]! ^
        TABLES[LATER_6 | ((low >>> 8) & 0xff)]! ^
        (TABLES[LATER_5 | ((low >>> 16) & 0xff)]! ^ TABLES[LATER_4 | (low >>> 24)]!));
  }
  for (let at = word << 2; at < length; at++) crc = (crc >>> 8) ^ TABLES[(crc ^ BLOCK[at]!) & 0xff]!;
  return crc;
}

/** What a byte does to the checksum; from each of these on, what it does so many bytes later. */
const [LATER_1, LATER_2, LATER_3, LATER_4, LATER_5, LATER_6, LATER_7] = [256, 512, 768, 1_024, 1_280, 1_536, 1_792];
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
