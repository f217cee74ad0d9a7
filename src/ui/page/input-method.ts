/** Key code of a key event handled by the input method. */
const INPUT_METHOD_KEY = 229;

/**
 * True if the input method uses the key, for example Enter to end a composition and Escape to cancel it. Safari has already ended the
 * composition and reports it only by the key code.
 */
export const isOfInputMethod = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === INPUT_METHOD_KEY;
