/** The drawing of the first frame is on the screen at the second one. A hidden tab has no frames. */
export const twoFrames = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
