import type { ErrorCode } from '../../workers/core/errors.ts';
import { err, ok, type Result } from '../../workers/core/result.ts';

export type SourceKind = 'camera' | 'drawn';
export type SourceTrouble = Extract<ErrorCode, `CAPTURE_${string}`>;

/** What the star sends: tracks that run until `close`. */
export interface Source {
  readonly kind: SourceKind;
  readonly stream: MediaStream;
  close(): void;
}

const CAMERA: MediaStreamConstraints = {
  video: { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } },
  audio: { echoCancellation: true, noiseSuppression: true },
};

/** Drawn on the page's own thread, so small: the preview is as wide on most screens. */
const DRAWN = { width: 640, height: 360, pictureRate: 25, toneHz: 220, toneGain: 0.04 } as const;

/** DOMException names of getUserMedia (Media Capture and Streams, 10.2). */
const TROUBLES: Readonly<Record<string, SourceTrouble>> = {
  NotAllowedError: 'CAPTURE_DENIED',
  SecurityError: 'CAPTURE_DENIED',
  NotFoundError: 'CAPTURE_MISSING',
  OverconstrainedError: 'CAPTURE_MISSING',
  NotReadableError: 'CAPTURE_BUSY',
  AbortError: 'CAPTURE_BUSY',
};

export const captureTrouble = (name: string): SourceTrouble =>
  (Object.hasOwn(TROUBLES, name) ? TROUBLES[name] : undefined) ?? 'CAPTURE_FAILED';

export async function openSource(kind: SourceKind): Promise<Result<Source>> {
  try {
    return ok(kind === 'camera' ? await openCamera() : openDrawn());
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : '';
    return err(cause instanceof TypeError ? 'CAPTURE_UNSUPPORTED' : captureTrouble(name), String(cause));
  }
}

/** A page that is not secure has no `mediaDevices`: the TypeError says so. */
async function openCamera(): Promise<Source> {
  const stream = await navigator.mediaDevices.getUserMedia(CAMERA);
  return { kind: 'camera', stream, close: () => stopTracks(stream) };
}

/** A stage light that sweeps and a quiet tone: a star without a camera, and tests. */
function openDrawn(): Source {
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
  context.fillText(`Footlight ${atS.toFixed(1)} s`, 18, height - 14);
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
