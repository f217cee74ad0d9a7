/** What the decoder's calls return. Plain data, so that it survives structured clone. */
/** Every failure that the decoder can name. A code is never renamed and never reused. */
export const HEVC_ERRORS = {
    DECODER_UNSUPPORTED: 'the stream needs a profile or a tool outside Main, Main 10 and Main Still Picture',
    DECODER_DAMAGED: 'the bytes break the syntax, or a reference is missing; the next key picture decodes',
    DECODER_LIMIT: 'the stream or an access unit is larger than the limits given to open()',
    DECODER_MEMORY: 'the memory could not grow to what the stream needs',
    DECODER_TRAPPED: 'the module stopped; it is rebuilt and goes on at the next key picture',
    DECODER_ARGUMENT: 'a call with a wrong argument or out of order',
    MODULE_LOAD_FAILED: 'the WebAssembly module could not be fetched or compiled',
};
export const ok = (value) => ({ ok: true, value });
export const done = { ok: true, value: undefined };
export const err = (code, detail = '') => ({ ok: false, error: { code, detail } });
