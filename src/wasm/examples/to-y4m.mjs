/** A file of HEVC (MP4, FLV, raw) to y4m on standard output: node to-y4m.mjs clip.mp4 > clip.y4m */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { EncodedHevcChunk, HevcVideoDecoder, readTrack } from '@footlight/hevc';

const track = readTrack(readFileSync(process.argv[2]));
if (!track.ok) throw new Error(track.error.detail);
const { config, samples } = track.value;
const frameRate = samples[0]?.duration ? `1000000:${samples[0].duration}` : '25:1';

const { stdout } = process;
let header;
const decoder = new HevcVideoDecoder({
  threads: availableParallelism(),
  output: (frame) => {
    header ??= `YUV4MPEG2 W${frame.codedWidth} H${frame.codedHeight} F${frameRate} Ip C${frame.format === 'I420' ? '420' : '420p10'}\n`;
    if (header !== '') stdout.write(header);
    header = '';
    stdout.write('FRAME\n');
    stdout.write(frame.data);
    frame.close();
  },
  error: (error) => {
    console.error(`${error.name}: ${error.message}`);
    process.exitCode = 1;
  },
});
decoder.configure(config);
for (const sample of samples) {
  decoder.decode(new EncodedHevcChunk(sample));
  // A long file is not decoded into memory.
  while (decoder.decodeQueueSize > 16) await once(decoder, 'dequeue');
  if (stdout.writableNeedDrain) await once(stdout, 'drain');
}
await decoder.flush().catch(() => undefined);
if (decoder.state !== 'closed') decoder.close();
