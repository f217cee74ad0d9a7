/**
 * CRC-32 (IEEE 802.3, reflected, 0xEDB88320), eight bytes a step: every frame is checked, and byte by byte that cost as much as decoding it.
 */
export function crc32(bytes, from = 0) {
    const { length } = bytes;
    // Nearly every frame is one block, and needs no view.
    const isBlock = length <= BLOCK_BYTES && (from & 3) === 0;
    let block = isBlock ? bytes : bytes.subarray(from, from + BLOCK_BYTES);
    let begin = isBlock ? from : 0;
    let behind = isBlock ? length : from + BLOCK_BYTES;
    let crc = -1;
    for (;;) {
        BLOCK.set(block);
        const end = block.length;
        let word = begin >> 2;
        for (let steps = (end - begin) >> 3; steps > 0; steps--) {
            const low = crc ^ BLOCK_WORDS[word];
            const high = BLOCK_WORDS[word + 1];
            // Terms that do not depend on the previous step come first.
            crc =
                LATER_3[high & 0xff] ^
                    LATER_2[(high >>> 8) & 0xff] ^
                    LATER_1[(high >>> 16) & 0xff] ^
                    NOW[high >>> 24] ^
                    (LATER_7[low & 0xff] ^ LATER_6[(low >>> 8) & 0xff] ^ (LATER_5[(low >>> 16) & 0xff] ^ LATER_4[low >>> 24]));
            word += 2;
        }
        for (let at = word << 2; at < end; at++)
            crc = (crc >>> 8) ^ NOW[(crc ^ BLOCK[at]) & 0xff];
        if (behind >= length)
            return ~crc >>> 0;
        begin = 0;
        block = bytes.subarray(behind, behind + BLOCK_BYTES);
        behind += BLOCK_BYTES;
    }
}
/** What is checked is copied here first: it begins anywhere, and numbers of four bytes are read where they are aligned. */
const BLOCK_BYTES = 4096;
/** Little-endian, as every machine is that runs WebAssembly in a browser. */
const BLOCK_WORDS = new Int32Array(BLOCK_BYTES / 4);
const BLOCK = new Uint8Array(BLOCK_WORDS.buffer);
/** What a byte does to the checksum. */
const NOW = Int32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++)
        crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    return crc;
});
const aByteLater = (before) => before.map((crc) => (crc >>> 8) ^ NOW[crc & 0xff]);
/** And what it does one to seven bytes later: a table each, since an engine sees by it that no index is outside. */
const LATER_1 = aByteLater(NOW);
const LATER_2 = aByteLater(LATER_1);
const LATER_3 = aByteLater(LATER_2);
const LATER_4 = aByteLater(LATER_3);
const LATER_5 = aByteLater(LATER_4);
const LATER_6 = aByteLater(LATER_5);
const LATER_7 = aByteLater(LATER_6);
