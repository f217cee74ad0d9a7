/**
 * Document 2, section 5: angle brackets are escaped in what is received and in what is sent, and the spacing characters 8231 to 8238 are
 * stripped from nicknames and chat text.
 *
 * Escaping twice is harmless: only `<` and `>` are replaced, never `&`, so escaping is idempotent. A `<` that a viewer types leaves as
 * `&lt;`, comes back as `&lt;`, passes the escape of the receiving side unchanged, and becomes `<` again in `asShown`, at the one place where
 * text turns into a row of the list, which draws text nodes and never interprets markup. The accepted cost: a viewer who types the four
 * characters `&lt;` sees `<`.
 */
export function escapeAngles(text: string): string {
  // Several times faster than `replaceAll` where every character is one of them.
  return /[<>]/.test(text) ? text.split('<').join('&lt;').split('>').join('&gt;') : text;
}

/** Undoes `escapeAngles` for a text node. The result must never become markup: rows are drawn as text only. */
export function asShown(text: string): string {
  return text.includes('&') ? text.split('&lt;').join('<').split('&gt;').join('>') : text;
}

/** U+2027 to U+202E: line and paragraph separators, bidirectional embeddings and overrides, which reorder everything after a nickname. */
const SPACING = /[\u2027-\u202e]/g;
const HAS_SPACING = /[\u2027-\u202e]/;

export function stripSpacing(text: string): string {
  return text.replace(SPACING, '');
}

/** Hardly any text has anything to clean: looking for one character is several times faster than looking for a class of them. */
export const cleanReceived = (text: string): string =>
  text.includes('<') || text.includes('>') || HAS_SPACING.test(text) ? escapeAngles(stripSpacing(text)) : text;
export const cleanSent = (text: string): string => escapeAngles(stripSpacing(text));
