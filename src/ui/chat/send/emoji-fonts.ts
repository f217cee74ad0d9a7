/** Size in CSS pixels of the square in which a character is drawn for comparison. */
const SIZE = 20;
/** An unassigned code point: its glyph is the font's placeholder for missing characters. */
const MISSING = '\u{10fffe}';

/**
 * Checks whether a font of this machine has a character, by comparing its pixels with the placeholder glyph. If the pixels cannot be read,
 * every character counts as available.
 */
export function createFontCheck(): (text: string) => boolean {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return () => true;
  context.textBaseline = 'top';
  context.font = `${SIZE - 4}px ${getComputedStyle(document.body).fontFamily}`;
  const drawn = (text: string): string => {
    context.clearRect(0, 0, SIZE, SIZE);
    context.fillText(text, 0, 0);
    return context.getImageData(0, 0, SIZE, SIZE).data.join();
  };
  const missing = drawn(MISSING);
  return (text) => drawn(text) !== missing;
}
