/** mediabunny in Node: the times and sizes of the pictures of an MP4, MKV or MPEG-TS file: node mediabunny.mjs clip.mkv */
import { registerHevcDecoder } from '@footlight/hevc/mediabunny';
import { ALL_FORMATS, FilePathSource, Input, VideoSampleSink } from 'mediabunny';

await registerHevcDecoder();
const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(process.argv[2]) });
const track = await input.getPrimaryVideoTrack();
for await (const sample of new VideoSampleSink(track).samples()) {
  console.log(`${sample.timestamp.toFixed(3)} s ${sample.displayWidth}x${sample.displayHeight} ${sample.format}`);
  sample.close();
}
