/** A held Enter key presses its button or sends its form with each repetition. Each time, for example, another gift would be paid. */
export function ignoreHeldEnter(event: Pick<KeyboardEvent, 'key' | 'repeat' | 'preventDefault'>): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}
