/** The last picture of a player that is gone, until the next one shows its first: the stage does not go dark in between. */
export interface StillPicture {
  /** Copies what the surface shows now; a surface without a picture changes nothing. */
  take(): void;
  clear(): void;
}

/** Lies over the players in `surface`, which the room sizes. */
export function createStillPicture(surface: HTMLElement): StillPicture {
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
      // A canvas whose thread is gone, or a picture of another origin.
      return false;
    }
    return context !== null;
  }

  return {
    take() {
      const canvas = surface.querySelector<HTMLCanvasElement>('canvas:not([data-still])');
      const video = surface.querySelector('video');
      const hasDrawn =
        canvas !== null
          ? draw(canvas, canvas.width, canvas.height)
          : video !== null && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && draw(video, video.videoWidth, video.videoHeight);
      if (hasDrawn) surface.append(still);
    },
    clear: () => still.remove(),
  };
}
