import { stopTracks, type Source } from './page-capture.ts';

/** Small, because it is drawn on the main thread; most previews are about this wide. */
const DRAWN = { width: 640, height: 360, pictureRate: 25, toneHz: 220, toneGain: 0.04 } as const;

/** A moving stage light and a quiet tone: replaces a camera for development and tests. */
export function openDrawn(): Source {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: DRAWN.width, height: DRAWN.height });
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new DOMException('no 2d context', 'NotReadableError');
  draw(context, 0);
  const stream = canvas.captureStream(DRAWN.pictureRate);
  const bornMs = performance.now();
  const timer = setInterval(() => draw(context, (performance.now() - bornMs) / 1_000), 1_000 / DRAWN.pictureRate);

  const audio = new AudioContext();
  const tone = new OscillatorNode(audio, { frequency: DRAWN.toneHz });
  const out = audio.createMediaStreamDestination();
  tone.connect(new GainNode(audio, { gain: DRAWN.toneGain })).connect(out);
  tone.start();
  for (const track of out.stream.getAudioTracks()) stream.addTrack(track);

  return {
    kind: 'drawn',
    stream,
    close() {
      clearInterval(timer);
      stopTracks(stream);
      void audio.close();
    },
  };
}

function draw(context: CanvasRenderingContext2D, atS: number): void {
  const { width, height } = DRAWN;
  context.fillStyle = '#15121f';
  context.fillRect(0, 0, width, height);
  const x = width * (0.5 + 0.32 * Math.sin(atS * 0.8));
  const light = context.createLinearGradient(0, 0, 0, height);
  light.addColorStop(0, 'rgba(255, 183, 101, 0.85)');
  light.addColorStop(1, 'rgba(255, 77, 121, 0.15)');
  context.fillStyle = light;
  context.beginPath();
  context.moveTo(width / 2 - 8, 0);
  context.lineTo(width / 2 + 8, 0);
  context.lineTo(x + 90, height - 46);
  context.lineTo(x - 90, height - 46);
  context.fill();
  context.fillStyle = '#ffd9a8';
  context.beginPath();
  context.ellipse(x, height - 46, 90, 22, 0, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = '#fff';
  context.font = '600 20px monospace';
  // At the top right: the star's bar and the checklist lie over the other corners.
  context.textAlign = 'right';
  context.fillText(`Footlight ${atS.toFixed(1)} s`, width - 18, 34);
}
