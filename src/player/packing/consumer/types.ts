import {
  createPlayer,
  inspectStream,
  PLAYER_ERRORS,
  type FootlightPlayer,
  type PlayerEvents,
  type PlayerKind,
  type Sources,
} from '@footlight/player';
import { FootlightPlayerElement } from '@footlight/player/element';

const sources: Sources = { h264: ['/live/a.flv'], width: 1280, height: 720 };
const player: FootlightPlayer = createPlayer(document.body, {
  sources,
  refresh: async (round: number) => (round > 1 ? null : sources),
  settings: { stallWaitMs: 5_000, h265: false },
  memory: { read: () => undefined, write: (_name, _value, forS: number | null) => void forS },
  muted: true,
});
const stopListening: () => void = player.on('error', ({ code, why, fatal }: PlayerEvents['error']) => console.warn(code, why, fatal));
player.on('loadedmetadata', ({ kind, videoWidth }) => {
  const played: PlayerKind = kind;
  console.log(played, videoWidth);
});
player.on('error', ({ code }) => console.warn(PLAYER_ERRORS[code].title, PLAYER_ERRORS[code].advice));
// @ts-expect-error no such event
player.on('exploded', () => undefined);
player.volume = 0.5;
console.log(player.statistics()?.latency, player.decisions().length, player.paused, player.error?.code);
stopListening();
player.destroy();

const inspected = await inspectStream('/live/a.flv');
if (inspected.ok) console.log(inspected.value.video, inspected.value.firstByteMs);
else if (inspected.error.code in PLAYER_ERRORS) console.log(inspected.error.detail);

const element = document.createElement('footlight-player');
const isElement: boolean = element instanceof FootlightPlayerElement;
element.addEventListener('loadedmetadata', ({ detail }) => console.log(detail.videoWidth, isElement));
element.options = { settings: { webrtc: false } };
element.src = '/live/a.flv';
