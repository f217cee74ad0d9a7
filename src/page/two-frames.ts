/** What the first frame draws is on the screen by the second. A hidden tab draws no frames. */
export const twoFrames = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
