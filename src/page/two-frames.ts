/** What the first frame draws is on the screen by the second. In a tab that nobody sees there are none. */
export const twoFrames = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
