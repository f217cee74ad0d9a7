/**
 * Writes decoded pictures as VideoFrames into a track that a <video> shows (player/kinds/picture-track.ts). The browser converts their
 * colours when it composes the page, so this thread copies each picture once and converts only HDR.
 */
import { type ToneMap, toneMapOf } from '../../rules/decoding/tone-mapping.ts';
import { FramePixels } from './frame-painter.ts';
import { PictureFrames } from './picture-frames.ts';
import type { PaintedPicture, PicturePainter } from './picture-painter.ts';

export class TrackPainter implements PicturePainter {
  readonly #writer: WritableStreamDefaultWriter<VideoFrame>;
  /** Browsers that make tracks of frames read planes with padding (Chromium). */
  readonly #frames = new PictureFrames(true);
  readonly #pixels = new FramePixels();
  #mapping: Promise<void> | undefined;
  /** Copy of the last picture, for `read`. */
  #last: VideoFrame | undefined;
  #isClosed = false;

  constructor(frames: WritableStream<VideoFrame>) {
    this.#writer = frames.getWriter();
    // The track ends when the page stops it.
    this.#writer.closed.catch(() => {
      this.#isClosed = true;
    });
  }

  /** False while the track still holds the previous picture: this one is dropped. */
  paint(picture: PaintedPicture, sarWidth: number, sarHeight: number): boolean {
    if (this.#isClosed || (this.#writer.desiredSize ?? 0) <= 0 || this.#mapping !== undefined) return false;
    const shape = { timestamp: Math.round(performance.now() * 1_000), ...displayOf(picture, sarWidth, sarHeight) };
    const frame = this.#frames.frameOf(picture, shape);
    const map = toneMapOf(picture);
    if (map === undefined) this.#write(frame);
    else
      // Rejects only if the browser cannot convert the frame. The rejection is not caught: boot.ts reports it, this player fails, and the
      // next attempt follows, because otherwise every HDR picture would be dropped unnoticed.
      this.#mapping = this.#toStandardRange(frame, map).finally(() => {
        this.#mapping = undefined;
      });
    return true;
  }

  async finish(): Promise<void> {
    await this.#mapping;
  }

  read(): { readonly width: number; readonly height: number; readonly rgba: Uint8Array } {
    if (this.#last === undefined) return { width: 0, height: 0, rgba: new Uint8Array(0) };
    const { displayWidth: width, displayHeight: height } = this.#last;
    const context = new OffscreenCanvas(width, height).getContext('2d', { alpha: false })!;
    context.drawImage(this.#last, 0, 0, width, height);
    return { width, height, rgba: new Uint8Array(context.getImageData(0, 0, width, height).data.buffer) };
  }

  close(): void {
    this.#isClosed = true;
    this.#last?.close();
    this.#last = undefined;
    // The page has stopped the track, or stops it now.
    void this.#writer.abort().catch(() => undefined);
  }

  #write(frame: VideoFrame): void {
    if (this.#isClosed) {
      frame.close();
      return;
    }
    this.#last?.close();
    this.#last = frame.clone();
    // The track closes the frame. A track that was stopped refuses it.
    this.#writer.write(frame).catch(() => frame.close());
  }

  /** As on a canvas (frame-painter.ts): maps the pixels of the HDR frame and creates a new frame from them. */
  async #toStandardRange(frame: VideoFrame, map: ToneMap): Promise<void> {
    const { codedWidth, codedHeight, timestamp, displayWidth, displayHeight } = frame;
    const { data } = await this.#pixels.of(frame, map);
    this.#write(new VideoFrame(data, { format: 'RGBX', codedWidth, codedHeight, timestamp, displayWidth, displayHeight }));
  }
}

function displayOf(
  { width, height }: PaintedPicture,
  sarWidth: number,
  sarHeight: number,
): { readonly display?: { readonly displayWidth: number; readonly displayHeight: number } } {
  if (sarWidth <= 0 || sarHeight <= 0 || sarWidth === sarHeight) return {};
  return { display: { displayWidth: Math.max(1, Math.round((width * sarWidth) / sarHeight)), displayHeight: Math.max(1, height) } };
}
