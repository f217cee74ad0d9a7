/** CSS pixels of the square that a character is drawn into for comparing. */
const SIZE = 20;
/** No character: what a font shows for it, it shows for each that it does not have. */
const MISSING = '\u{10fffe}';

/** Whether a font of this machine has the character: one without it draws the same box for each. Everything counts as drawn where nothing can be read. */
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
