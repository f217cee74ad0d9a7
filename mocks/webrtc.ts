/**
 * The answering peer of the offline room: a real RTCPeerConnection in the page that publishes a drawn stage and a quiet chord, so that
 * the viewer's whole WebRTC path runs on loopback. Asked by the same two protocols as a server would be (src/ui/players/signalling.ts).
 */
import { http, HttpResponse } from 'msw/http';

const WIDTH = 852;
const HEIGHT = 480;
const FRAMES_PER_SECOND = 25;
/** Viewers of one page; the oldest is let go. */
const MAX_SESSIONS = 4;

interface PeerSession {
  readonly id: string;
  close(): void;
}

const sessions: PeerSession[] = [];
let nextId = 1;

export const webRtcHandlers = [
  http.post('*/rtc/whep/:name', async ({ request }) => {
    const { id, sdp } = await answer(await request.text());
    return new HttpResponse(sdp, {
      status: 201,
      headers: {
        'content-type': 'application/sdp',
        location: `/rtc/whep/session/${id}`,
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'location',
      },
    });
  }),
  http.delete('*/rtc/whep/session/:id', ({ params }) => {
    leave(String(params['id']));
    return new HttpResponse(null, { status: 200 });
  }),
  http.post('*/rtc/v1/play/', async ({ request }) => {
    const body: unknown = await request.json();
    const offer = typeof body === 'object' && body !== null && 'sdp' in body ? body.sdp : undefined;
    if (typeof offer !== 'string') return HttpResponse.json({ code: 400 });
    const { id, sdp } = await answer(offer);
    return HttpResponse.json({ code: 0, server: 'footlight-offline', sessionid: id, sdp });
  }),
];

async function answer(offerSdp: string): Promise<{ readonly id: string; readonly sdp: string }> {
  while (sessions.length >= MAX_SESSIONS) sessions.shift()?.close();
  const id = String(nextId++);
  const peer = new RTCPeerConnection();
  const picture = drawStage();
  const sound = playChord();
  const close = (): void => {
    peer.close();
    picture.stop();
    sound.stop();
  };
  sessions.push({ id, close });
  peer.addEventListener('connectionstatechange', () => {
    if (peer.connectionState === 'failed' || peer.connectionState === 'closed') leave(id);
  });
  await peer.setRemoteDescription({ type: 'offer', sdp: offerSdp });
  for (const track of [...picture.stream.getVideoTracks(), ...sound.stream.getAudioTracks()]) peer.addTrack(track, picture.stream);
  await peer.setLocalDescription();
  await new Promise<void>((resolve) => {
    if (peer.iceGatheringState === 'complete') resolve();
    peer.addEventListener('icegatheringstatechange', () => peer.iceGatheringState === 'complete' && resolve());
  });
  return { id, sdp: peer.localDescription!.sdp };
}

function leave(id: string): void {
  const index = sessions.findIndex((session) => session.id === id);
  if (index >= 0) sessions.splice(index, 1)[0]!.close();
}

interface Source {
  readonly stream: MediaStream;
  stop(): void;
}

/** A stage with moving lights. Drawn by a timer: a hidden page has no animation frames, and the star does not stop then. */
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
