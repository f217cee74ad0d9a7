/** Minimal page for H264 in FLV: fetch, the room's demuxer, the browser's decoder, a canvas. No buffer, no sound, no clock. */
// @ts-expect-error -- an alias of the bundler: the demuxer of the revision that is measured
import { FlvDemuxer as SubjectDemuxer } from '@subject/workers/stream/flv.ts';
import type { FlvDemuxer as Demuxer } from '../../../src/workers/stream/flv.ts';
import { bareFigures, canvas, source } from './stage.ts';

const FlvDemuxer = SubjectDemuxer as typeof Demuxer;
const figures = bareFigures();
const context = canvas().getContext('2d')!;

const decoder = new VideoDecoder({
  output(frame) {
    figures.decoded++;
    if (context.canvas.width !== frame.displayWidth)
      [context.canvas.width, context.canvas.height] = [frame.displayWidth, frame.displayHeight];
    context.drawImage(frame, 0, 0);
    frame.close();
    figures.painted++;
    figures.positionS = frame.timestamp / 1e6;
  },
  error: (error) => console.error(error),
});

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
const demuxer = new FlvDemuxer((event) => {
  if (event.type !== 'video') return;
  const { tag } = event;
  if (tag.type === 'config') {
    const codec = `avc1.${[1, 2, 3].map((at) => hex(tag.data[at]!)).join('')}`;
    decoder.configure({ codec, description: tag.data, optimizeForLatency: true });
  } else if (tag.type === 'picture' && decoder.state === 'configured') {
    const timestamp = (event.timeMs + tag.compositionMs) * 1_000;
    decoder.decode(new EncodedVideoChunk({ type: tag.isKey ? 'key' : 'delta', timestamp, data: tag.data }));
  }
});

const reader = (await fetch(source())).body!.getReader();
for (let read = await reader.read(); !read.done; read = await reader.read()) demuxer.push(read.value);
