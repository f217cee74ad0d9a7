export const ok = (value) => ({ ok: true, value });
export const done = { ok: true, value: undefined };
export const err = (code, detail = '') => ({
    ok: false,
    error: { code, detail },
});
