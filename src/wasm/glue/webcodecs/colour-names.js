const PRIMARIES = { 1: 'bt709', 5: 'bt470bg', 6: 'smpte170m', 9: 'bt2020', 12: 'smpte432' };
const TRANSFER = { 1: 'bt709', 6: 'smpte170m', 8: 'linear', 13: 'iec61966-2-1', 16: 'pq', 18: 'hlg' };
const MATRIX = { 0: 'rgb', 1: 'bt709', 5: 'bt470bg', 6: 'smpte170m', 9: 'bt2020-ncl' };
const UNSPECIFIED = 2;
export const colorSpaceOfCodes = ({ primaries, transfer, matrix, fullRange }) => ({
    primaries: PRIMARIES[primaries] ?? null,
    transfer: TRANSFER[transfer] ?? null,
    matrix: MATRIX[matrix] ?? null,
    // The flag is only written beside the codes, or alone: false and everything unspecified means that nothing was said.
    fullRange: fullRange || matrix !== UNSPECIFIED ? fullRange : null,
});
