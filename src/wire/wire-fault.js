/** Bytes or JSON that are no message of their schema. Thrown while decoding, because a check after each field would cost more than the field. */
export class WireFault extends Error {
}
