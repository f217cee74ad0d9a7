/** Key code of a key event handled by the input method. */
const INPUT_METHOD_KEY = 229;

/**
 * True if the input method uses the key, for example Enter to end a composition and Escape to cancel it. Safari has already ended the
 * composition and reports it only by the key code.
 */
export const isOfInputMethod = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === INPUT_METHOD_KEY;

/** A held Enter key presses its button or sends its form with each repetition. Each time, for example, another gift would be paid. */
export function ignoreHeldEnter(event: Pick<KeyboardEvent, 'key' | 'repeat' | 'preventDefault'>): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}
