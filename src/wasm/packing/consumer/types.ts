/** Type checks of a consumer, with and without the DOM: the type of the frame is checked by use. */
import { Decoder, EncodedHevcChunk, HevcVideoDecoder, readTrack, type HevcDecoderConfig, type Picture } from '@footlight/hevc';

const config: HevcDecoderConfig = { codec: 'hvc1.1.6.L93.B0' };
const decoder = new HevcVideoDecoder({
  output: (frame) => {
    const width: number = frame.codedWidth;
    frame.close();
    return void width;
  },
  error: (error) => void error.name,
});
decoder.configure(config);
decoder.decode(new EncodedHevcChunk({ type: 'key', timestamp: 0, data: new Uint8Array(1) }));

export async function planes(bytes: Uint8Array): Promise<readonly Picture['planes'][]> {
  const track = readTrack(bytes);
  const opened = await Decoder.open({ threads: 2 });
  if (!track.ok || !opened.ok) return [];
  const pulled = opened.value.pull();
  return pulled.ok && pulled.value.name === 'picture' ? [pulled.value.picture.planes] : [];
}
