/** Pushes in a row that were answered 'full' with nothing to pull: the decoder is stuck, which is a bug of it. */
const STUCK_PUSHES_MAX = 4;
/** Decodes Annex B access units to the end. `show` gets every picture in output order; it is released right after. */
export async function decodeStream(decoder, units, show = () => undefined) {
    let pictures = 0;
    let errors = 0;
    let firstError;
    const fail = (error) => {
        errors++;
        firstError ??= error;
    };
    /** Returns the number of pictures handed out. */
    const drain = () => {
        for (let shown = 0;; shown++) {
            const pulled = decoder.pull();
            if (!pulled.ok)
                fail(pulled.error);
            if (!pulled.ok || pulled.value.at !== 'picture')
                return shown;
            show(pulled.value.picture);
            decoder.release(pulled.value.picture);
            pictures++;
        }
    };
    let index = 0;
    for (const unit of units) {
        for (let stuck = 0;;) {
            await decoder.settled();
            const pushed = decoder.push(unit, index);
            if (!pushed.ok)
                fail(pushed.error);
            const shown = drain();
            if (!pushed.ok || pushed.value !== 'full')
                break;
            stuck = shown > 0 ? 0 : stuck + 1;
            if (stuck > STUCK_PUSHES_MAX) {
                fail({ code: 'DECODER_ARGUMENT', detail: 'full with nothing to pull' });
                break;
            }
        }
        index++;
    }
    await decoder.settled();
    const flushed = decoder.flush();
    if (!flushed.ok)
        fail(flushed.error);
    drain();
    return { pictures, errors, firstError };
}
