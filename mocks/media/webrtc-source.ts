import type Mpegts from 'mpegts.js';

/** Stream published by the answering peer: a recording, or a drawn stage if the browser cannot capture a recording. */

export interface Source {
  readonly stream: MediaStream;
  stop(): void;
}

/** Timeout for the start of a recording. */
const START_TIMEOUT_MS = 4_000;

/** `name` is that of a live stream of the mock: /live/{name}.flv. */
export async function openWebRtcSource(name: string): Promise<Source> {
  return (await playRecording(name)) ?? drawAndPlay();
}

/** Chromium captures a media element; Firefox only by a prefixed method, WebKit not at all. */
type Capturing = HTMLVideoElement & { captureStream?: () => MediaStream };

async function playRecording(name: string): Promise<Source | null> {
  const video: Capturing = document.createElement('video');
  if (!video.captureStream) return null;
  if (typeof MediaSource === 'undefined') return null;
  const url = new URL(`/live/${name}.flv`, location.href).href;
  const { default: mpegts } = await import('mpegts.js');
  const engine = mpegts.createPlayer(
    { type: 'flv', isLive: true, url },
    { isLive: true, lazyLoad: false, enableStashBuffer: false, autoCleanupSourceBuffer: true, customLoader: loaderOf(mpegts, url) },
  );
  // Muted, so that it may play before a click; the captured stream still has sound.
  video.muted = true;
  // Browsers pause silent media in a hidden tab, but the broadcast must continue.
  video.addEventListener('pause', () => void video.play().catch(() => undefined));
  engine.attachMediaElement(video);
  engine.load();
  const stop = (): void => {
    for (const track of stream?.getTracks() ?? []) track.stop();
    engine.destroy();
  };
  let stream: MediaStream | undefined;
  const isPlaying = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), START_TIMEOUT_MS);
    video.addEventListener('playing', () => {
      clearTimeout(timer);
      resolve(true);
    });
    void video.play().catch(() => undefined);
  });
  stream = isPlaying ? video.captureStream() : undefined;
  if (stream && stream.getVideoTracks().length > 0) return { stream, stop };
  stop();
  return null;
}

/** The builds contain no loader of mpegts.js (scripts/build/mpegts-plugin.ts). A stream that fails ends, and the peer draws instead. */
const loaderOf = (mpegts: typeof Mpegts, url: string): NonNullable<Mpegts.Config['customLoader']> =>
  class extends mpegts.BaseLoader {
    readonly aborter = new AbortController();

    constructor() {
      super('recording');
    }

    override open(): void {
      this._status = mpegts.LoaderStatus.kBuffering;
      this.read().catch(() => undefined);
    }

    async read(): Promise<void> {
      const { body } = await fetch(url, { signal: this.aborter.signal });
      const reader = body!.getReader();
      for (let start = 0; ;) {
        const { value } = await reader.read();
        if (value === undefined) return;
        this.onDataArrival?.(value.buffer, start, start + value.length);
        start += value.length;
      }
    }

    override abort(): void {
      this.aborter.abort();
      this._status = mpegts.LoaderStatus.kComplete;
    }
  };

const WIDTH = 852;
const HEIGHT = 480;
const FRAMES_PER_SECOND = 25;
const LIGHTS = 5;
const CHORD_HZ = [261.6, 329.6, 392];
const CHORD_GAIN = 0.04;

/** Moving lights and a chord. Drawn by a timer, because a hidden page has no animation frames and the broadcast must continue. */
function drawAndPlay(): Source {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const context = canvas.getContext('2d', { alpha: false })!;
  const draw = (): void => {
    const seconds = performance.now() / 1_000;
    context.fillStyle = '#140b24';
    context.fillRect(0, 0, WIDTH, HEIGHT);
    for (let light = 0; light < LIGHTS; light++) {
      const x = (WIDTH * (light + 0.5)) / LIGHTS + Math.sin(seconds * 0.9 + light * 1.3) * 160;
      context.fillStyle = `hsla(${(light * 55 + seconds * 25) % 360}, 90%, 65%, 0.7)`;
      context.beginPath();
      context.ellipse(x, HEIGHT / 2, WIDTH / 12, HEIGHT / 3, 0, 0, 2 * Math.PI);
      context.fill();
    }
  };
  draw();
  const timer = setInterval(draw, 1_000 / FRAMES_PER_SECOND);
  const stream = canvas.captureStream(FRAMES_PER_SECOND);
  const audio = new AudioContext();
  const out = audio.createMediaStreamDestination();
  const gain = new GainNode(audio, { gain: CHORD_GAIN });
  gain.connect(out);
  for (const frequency of CHORD_HZ) {
    const tone = new OscillatorNode(audio, { frequency });
    tone.connect(gain);
    tone.start();
  }
  for (const track of out.stream.getAudioTracks()) stream.addTrack(track);
  return {
    stream,
    stop() {
      clearInterval(timer);
      for (const track of stream.getTracks()) track.stop();
      void audio.close();
    },
  };
}
