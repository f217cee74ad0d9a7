/**
 * Shows the last picture of a closed player until the next player shows its first one, so that the stage does not turn black. The copy covers
 * the players in `surface`; the room sets its size.
 */
export function createStillPicture(surface: HTMLElement) {
  const still = document.createElement('canvas');
  still.setAttribute('aria-hidden', 'true');
  still.dataset['still'] = '';
  Object.assign(still.style, { position: 'absolute', inset: '0', width: '100%', height: '100%', zIndex: '1' });

  function draw(source: HTMLVideoElement | HTMLCanvasElement, width: number, height: number): boolean {
    if (width === 0 || height === 0) return false;
    Object.assign(still, { width, height });
    const context = still.getContext('2d', { alpha: false });
    try {
      context?.drawImage(source, 0, 0, width, height);
    } catch {
      // drawImage can throw for a canvas whose worker has ended, or for a picture of another origin.
      return false;
    }
    return context !== null;
  }

  return {
    /** Copies the current picture of the surface; without a picture nothing changes. */
    take(): void {
      const canvas = surface.querySelector<HTMLCanvasElement>('canvas:not([data-still])');
      const video = surface.querySelector('video');
      const hasDrawn =
        canvas !== null
          ? draw(canvas, canvas.width, canvas.height)
          : video !== null && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && draw(video, video.videoWidth, video.videoHeight);
      if (hasDrawn) surface.append(still);
    },
    clear: (): void => still.remove(),
  };
}
