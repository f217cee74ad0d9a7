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
  const { default: mpegts } = await import('mpegts.js');
  if (!mpegts.isSupported()) return null;
  const engine = mpegts.createPlayer(
    { type: 'flv', isLive: true, url: new URL(`/live/${name}.flv`, location.href).href },
    { isLive: true, lazyLoad: false, enableStashBuffer: false, autoCleanupSourceBuffer: true },
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

function drawAndPlay(): Source {
  const picture = drawStage();
  const sound = playChord();
  for (const track of sound.stream.getAudioTracks()) picture.stream.addTrack(track);
  return {
    stream: picture.stream,
    stop() {
      picture.stop();
      sound.stop();
    },
  };
}

const WIDTH = 852;
const HEIGHT = 480;
const FRAMES_PER_SECOND = 25;

/** A stage with moving lights. Drawn by a timer, because a hidden page has no animation frames and the broadcast must continue. */
function drawStage(): Source {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d', { alpha: false })!;
  const startMs = performance.now();
  const draw = (): void => {
    const seconds = (performance.now() - startMs) / 1_000;
    context.fillStyle = '#140b24';
    context.fillRect(0, 0, WIDTH, HEIGHT);
    for (let i = 0; i < 5; i++) {
      const swing = Math.sin(seconds * 0.9 + i * 1.3) * 160;
      const x = (WIDTH * (i + 0.5)) / 5;
      const light = context.createLinearGradient(x, 0, x + swing, HEIGHT);
      light.addColorStop(0, `hsla(${(i * 55 + seconds * 25) % 360}, 90%, 70%, 0.75)`);
      light.addColorStop(1, 'hsla(300, 90%, 40%, 0)');
      context.fillStyle = light;
      context.beginPath();
      context.moveTo(x - 8, 0);
      context.lineTo(x + 8, 0);
      context.lineTo(x + swing + 90, HEIGHT);
      context.lineTo(x + swing - 90, HEIGHT);
      context.fill();
    }
    const bounce = Math.abs(Math.sin(seconds * 3.2)) * 24;
    context.fillStyle = '#ffd9ec';
    context.beginPath();
    context.arc(WIDTH / 2, HEIGHT * 0.55 - bounce, 46, 0, Math.PI * 2);
    context.fill();
    context.fillStyle = '#ff5fa2';
    context.beginPath();
    context.ellipse(WIDTH / 2, HEIGHT * 0.8 - bounce * 0.4, 74, 110, 0, 0, Math.PI * 2);
    context.fill();
    context.fillStyle = '#0b0616';
    context.fillRect(0, HEIGHT * 0.9, WIDTH, HEIGHT * 0.1);
  };
  draw();
  const timer = setInterval(draw, 1_000 / FRAMES_PER_SECOND);
  const stream = canvas.captureStream(FRAMES_PER_SECOND);
  return {
    stream,
    stop() {
      clearInterval(timer);
      for (const track of stream.getTracks()) track.stop();
    },
  };
}

const CHORD_HZ = [261.6, 329.6, 392];
const CHORD_GAIN = 0.04;

function playChord(): Source {
  const audio = new AudioContext();
  const out = audio.createMediaStreamDestination();
  const gain = audio.createGain();
  gain.gain.value = CHORD_GAIN;
  gain.connect(out);
  for (const frequency of CHORD_HZ) {
    const tone = audio.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(gain);
    tone.start();
  }
  return {
    stream: out.stream,
    stop() {
      void audio.close();
    },
  };
}
