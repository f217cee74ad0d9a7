/** A longer address is text; in characters. */
const MAX_LINK_CHARS = 300;
/** Ends at a blank, a bracket or a sign that ends a sentence in Chinese. */
const ADDRESS = /https?:\/\/[^\s<>"'`（）【】《》“”，。！？、；：]+/gi;
/** A sign at the end belongs to the sentence. */
const TRAILING = /[).,;:!?\]]+$/;

export const hasLink = (text: string): boolean => text.includes('://');

/** The text in parts, every second one an address: joined they are the text. */
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
