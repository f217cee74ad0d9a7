/** CRC-32 (IEEE 802.3, reflected, 0xEDB88320), eight bytes a step: every frame is checked, and byte by byte that cost as much as decoding it. */
export function crc32(bytes: Uint8Array, from = 0): number {
  const end = bytes.length;
  const wholeEnd = from + ((end - from) & ~7);
  let crc = -1;
  let at = from;
  for (; at < wholeEnd; at += 8) {
    crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    crc =
      TABLES[LATER_7 | (crc & 0xff)]! ^
      TABLES[LATER_6 | ((crc >>> 8) & 0xff)]! ^
      TABLES[LATER_5 | ((crc >>> 16) & 0xff)]! ^
      TABLES[LATER_4 | (crc >>> 24)]! ^
      TABLES[LATER_3 | bytes[at + 4]!]! ^
      TABLES[LATER_2 | bytes[at + 5]!]! ^
      TABLES[LATER_1 | bytes[at + 6]!]! ^
      TABLES[bytes[at + 7]!]!;
  }
  for (; at < end; at++) crc = (crc >>> 8) ^ TABLES[(crc ^ bytes[at]!) & 0xff]!;
  return ~crc >>> 0;
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
