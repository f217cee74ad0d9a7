/** Minimal sound for H265: the browser's decoder in the reading thread, and an audio processor that plays the received blocks. */
import type { SoundEvent } from '../../../src/player/flv/sound.ts';

export interface FloorSound {
  readonly sampleRate: number;
  readonly channels: number;
  /** Receives the decoded blocks, each a list of planes. */
  readonly port: MessagePort;
}

/** Runs in the worker. `onFormat` is called once, before the first block. */
export function decodeSound(onFormat: (sound: FloorSound) => void): (event: SoundEvent) => void {
  let decoder: AudioDecoder | null = null;
  return (event) => {
    if (event.type === 'sound') {
      decoder?.decode(new EncodedAudioChunk({ type: 'key', timestamp: event.timeMs * 1_000, data: event.data.slice() }));
      return;
    }
    const { codec, sampleRate, channels, config } = event.format;
    if (decoder !== null || codec === null) return;
    const { port1, port2 } = new MessageChannel();
    onFormat({ sampleRate, channels, port: port2 });
    decoder = new AudioDecoder({
      output(block) {
        const planes = Array.from({ length: block.numberOfChannels }, (_, planeIndex) => {
          const plane = new Float32Array(block.numberOfFrames);
          block.copyTo(plane, { planeIndex, format: 'f32-planar' });
          return plane;
        });
        block.close();
        port1.postMessage(
          planes,
          planes.map(({ buffer }) => buffer),
        );
      },
      error: (error) => console.error(error),
    });
    decoder.configure({ codec, sampleRate, numberOfChannels: channels, ...(config && { description: config }) });
  };
}

/** As text, because a worklet is a separate script. It starts with half a second of sound, then plays block after block. */
const PROCESSOR = `registerProcessor('floor', class extends AudioWorkletProcessor {
  constructor() {
    super();
    this.blocks = [];
    this.at = 0;
    this.plays = false;
    this.port.onmessage = ({ data }) => {
      data.onmessage = ({ data: planes }) => {
        this.blocks.push(planes);
        if (this.blocks.length * planes[0].length > sampleRate / 2) this.plays = true;
      };
    };
  }
  process(_inputs, [output]) {
    for (let made = 0; this.plays && this.blocks.length > 0 && made < output[0].length; ) {
      const planes = this.blocks[0];
      const count = Math.min(output[0].length - made, planes[0].length - this.at);
      for (let channel = 0; channel < output.length; channel++) output[channel].set(planes[channel % planes.length].subarray(this.at, this.at + count), made);
      made += count;
      this.at += count;
      if (this.at === planes[0].length) {
        this.blocks.shift();
        this.at = 0;
      }
    }
    return true;
  }
});`;

/** Runs in the page. */
export async function playSound({ sampleRate, channels, port }: FloorSound): Promise<void> {
  const context = new AudioContext({ sampleRate, latencyHint: 'playback' });
  await context.audioWorklet.addModule(URL.createObjectURL(new Blob([PROCESSOR], { type: 'text/javascript' })));
  const node = new AudioWorkletNode(context, 'floor', { numberOfInputs: 0, outputChannelCount: [channels] });
  node.port.postMessage(port, [port]);
  node.connect(context.destination);
  await context.resume();
}
