/**
 * S8: angle brackets are escaped in received and in sent text, and the spacing characters 8231 to 8238 are stripped from nicknames and chat
 * text.
 * Escaping is idempotent, because only `<` and `>` are replaced, never `&`. A `<` typed by a viewer is sent as `&lt;`, returns as `&lt;`,
 * is not changed by the receiver's escaping, and becomes `<` again in `asShown`, the only place where text becomes a row of the list, which
 * consists of text nodes without markup. Accepted cost: a viewer who types the four characters `&lt;` sees `<`.
 */
export function escapeAngles(text: string): string {
  // Several times faster than `replaceAll` for texts made of these characters.
  return /[<>]/.test(text) ? text.split('<').join('&lt;').split('>').join('&gt;') : text;
}

/** Reverses `escapeAngles` for a text node. The result must never become markup: rows are rendered as text only. */
export function asShown(text: string): string {
  return text.includes('&') ? text.split('&lt;').join('<').split('&gt;').join('>') : text;
}

/** U+2027 to U+202E: line and paragraph separators, bidirectional embeddings and overrides, which reorder everything after a nickname. */
const SPACING = /[\u2027-\u202e]/g;
const HAS_SPACING = /[\u2027-\u202e]/;

export function stripSpacing(text: string): string {
  return text.replace(SPACING, '');
}

/** Most texts need no cleaning, and a search for one character is several times faster than a search for a class. */
export const cleanReceived = (text: string): string =>
  text.includes('<') || text.includes('>') || HAS_SPACING.test(text) ? escapeAngles(stripSpacing(text)) : text;
export const cleanSent = (text: string): string => escapeAngles(stripSpacing(text));
