/** Minimal page for H264 in FLV: fetch, the player's reader, the browser's decoder, a canvas. No buffer, no sound, no clock. */
import { FlvReader } from '../../../src/player/flv/reader.ts';
import { bareFigures, canvas, source } from './stage.ts';

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
const flv = new FlvReader((event) => {
  if (event.type === 'video-config') {
    const codec = `avc1.${[1, 2, 3].map((at) => hex(event.record[at]!)).join('')}`;
    decoder.configure({ codec, description: event.record.slice(), optimizeForLatency: true });
  } else if (event.type === 'picture' && decoder.state === 'configured') {
    const timestamp = (event.timeMs + event.compositionMs) * 1_000;
    decoder.decode(new EncodedVideoChunk({ type: event.isKey ? 'key' : 'delta', timestamp, data: event.data.slice() }));
  }
});

const reader = (await fetch(source())).body!.getReader();
for (let read = await reader.read(); !read.done; read = await reader.read()) flv.push(read.value);
