/** Longer addresses are plain text; characters. */
const MAX_LINK_CHARS = 300;
/** Ends at a space, a bracket, or Chinese punctuation. */
const ADDRESS = /https?:\/\/[^\s<>"'`（）【】《》“”，。！？、；：]+/gi;
/** Punctuation at the end belongs to the sentence. */
const TRAILING = /[).,;:!?\]]+$/;

export const hasLink = (text: string): boolean => text.includes('://');

/** Splits the text so that every second part is an address; joined they are the text. */
export function splitLinks(text: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (const found of text.matchAll(ADDRESS)) {
    const address = found[0].replace(TRAILING, '');
    if (address.length > MAX_LINK_CHARS) continue;
    parts.push(text.slice(from, found.index), address);
    from = found.index + address.length;
  }
  return [...parts, text.slice(from)];
}
