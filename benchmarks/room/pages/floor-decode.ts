/** Fetches, demuxes, decodes and paints at the pace of the stream, on the calling thread. */
// @ts-expect-error -- an alias of the bundler: the decoder of the revision that is measured
import * as subjectGlue from '@subject/wasm/glue/decoder.ts';
import { FlvReader } from '../../../src/player/flv/reader.ts';
import type { SoundEvent } from '../../../src/player/flv/sound.ts';
import type * as GlueModule from '../../../src/wasm/glue/decoder.ts';
import type { Decoder, Framing } from '../../../src/wasm/glue/decoder.ts';

const glue = subjectGlue as typeof GlueModule;
const FRAMING: Framing = 'length-prefixed';

export interface FloorPicture {
  readonly painted: number;
  readonly decoded: number;
  readonly positionS: number;
}

/** Maximum number of pictures decoded ahead; the next access unit waits for a place. */
const WAITING_MAX = 4;

interface Waiting {
  readonly frame: VideoFrame;
  readonly dueMs: number;
}

export async function playFloor(
  source: string,
  surface: HTMLCanvasElement | OffscreenCanvas,
  report: (figures: FloorPicture) => void,
  hear: (event: SoundEvent) => void = () => undefined,
): Promise<void> {
  const context = surface.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  const [opened, response] = await Promise.all([glue.Decoder.open({ build: 'simd' }), fetch(source)]);
  if (!opened.ok) throw new Error(opened.error.detail);
  const decoder = opened.value;
  const waiting: Waiting[] = [];
  const units: { readonly data: Uint8Array; readonly ptsMs: number }[] = [];
  let decoded = 0;
  let painted = 0;
  let startMs = Number.NaN;
  const flv = new FlvReader((event) => {
    if (event.type === 'sound-config' || event.type === 'sound') hear(event);
    else if (event.type === 'video-config') decoder.configure(event.record);
    else if (event.type === 'picture') units.push({ data: event.data.slice(), ptsMs: event.timeMs + event.compositionMs });
  });
  const decodeSome = (): void => {
    while (units.length > 0 && waiting.length < WAITING_MAX) {
      const unit = units[0]!;
      const pushed = decoder.push(unit.data, unit.ptsMs, FRAMING);
      if (!pushed.ok || pushed.value !== 'full') units.shift();
      for (const frame of pullAll(decoder)) {
        decoded++;
        if (Number.isNaN(startMs)) startMs = performance.now() - frame.timestamp / 1_000;
        waiting.push({ frame, dueMs: frame.timestamp / 1_000 });
      }
    }
  };
  const paint = (): void => {
    const nowMs = performance.now() - startMs;
    const due = waiting.filter(({ dueMs }) => dueMs <= nowMs);
    for (const { frame } of due.slice(0, -1)) frame.close();
    const newest = due.at(-1);
    if (newest) {
      if (surface.width !== newest.frame.displayWidth)
        [surface.width, surface.height] = [newest.frame.displayWidth, newest.frame.displayHeight];
      context.drawImage(newest.frame, 0, 0);
      newest.frame.close();
      painted++;
      waiting.splice(0, due.length);
      report({ painted, decoded, positionS: newest.dueMs / 1_000 });
    }
    decodeSome();
    requestAnimationFrame(paint);
  };
  requestAnimationFrame(paint);
  const reader = response.body!.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    flv.push(read.value);
    decodeSome();
  }
}

function* pullAll(decoder: Decoder): Generator<VideoFrame> {
  for (;;) {
    const pulled = decoder.pull();
    if (!pulled.ok || pulled.value.name !== 'picture') return;
    const { picture } = pulled.value;
    const planes = decoder.copy(picture);
    decoder.release(picture);
    if (!planes) return;
    const { width, height } = picture;
    yield new VideoFrame(planes, {
      format: 'I420',
      codedWidth: width,
      codedHeight: height,
      timestamp: picture.ptsMs * 1_000,
    });
  }
}
