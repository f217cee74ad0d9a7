/**
 * Times the threshold of document 1, section 9 (25 ms a picture): what is beyond it the decode level takes off, down to half of the
 * pictures (decode-level.ts). With less than that left it is no video.
 */
const CARRIED = 2;
/** `oneThreadMs`: busy milliseconds per megapixel with one thread, null before it was measured. */
export function unsharedPixels({ unsharedPixels: most, decodeThresholdMs }, oneThreadMs) {
    if (oneThreadMs === null || most === 0)
        return most;
    return Math.min(most, Math.floor((decodeThresholdMs * CARRIED * 1000000) / oneThreadMs));
}
