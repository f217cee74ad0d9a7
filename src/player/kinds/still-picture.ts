/** Shows the last picture of a closed player until the next player shows its first one, so that the stage does not turn black. */
export class StillPicture {
  readonly #surface: HTMLElement;
  readonly #still = document.createElement('canvas');

  /** The copy covers the players in `surface`; the room sets its size. */
  constructor(surface: HTMLElement) {
    this.#surface = surface;
    this.#still.setAttribute('aria-hidden', 'true');
    this.#still.dataset['still'] = '';
    Object.assign(this.#still.style, { position: 'absolute', inset: '0', width: '100%', height: '100%', zIndex: '1' });
  }

  /** Copies the current picture of the surface; without a picture nothing changes. */
  take(): void {
    const canvas = this.#surface.querySelector<HTMLCanvasElement>('canvas:not([data-still])');
    const video = this.#surface.querySelector('video');
    const hasDrawn =
      canvas !== null
        ? this.#draw(canvas, canvas.width, canvas.height)
        : video !== null &&
          video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA &&
          this.#draw(video, video.videoWidth, video.videoHeight);
    if (hasDrawn) this.#surface.append(this.#still);
  }

  clear(): void {
    this.#still.remove();
  }

  #draw(source: HTMLVideoElement | HTMLCanvasElement, width: number, height: number): boolean {
    if (width === 0 || height === 0) return false;
    Object.assign(this.#still, { width, height });
    const context = this.#still.getContext('2d', { alpha: false });
    try {
      context?.drawImage(source, 0, 0, width, height);
    } catch {
      // drawImage can throw for a canvas whose worker has ended, or for a picture of another origin.
      return false;
    }
    return context !== null;
  }
}
