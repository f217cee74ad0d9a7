/** No call of the player, in any order, leaves an uncaught error or rejection in the page. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPlayer, type FootlightPlayer } from '../../package/index.ts';
import { seededRng } from '../../../wasm/cli/mutate.ts';

/** Length of each run in ms; `VITE_ENDS_MS=60000` for a minute in each kind. */
const RUN_MS = Number(import.meta.env['VITE_ENDS_MS'] ?? 12_000);
const address = (name: string): string => new URL(`/fixtures/streams/${name}.flv`, location.href).href;
const STREAMS = {
  h264: [address('stage-540x960-h264'), address('sync-640x360-h264'), address('stage-852x480-h265-id12'), address('radio')],
  h265: [address('stage-540x960-h265-hvc1'), address('sync-640x360-h265-id12'), address('stage-540x960-h264'), address('none')],
} as const;

let uncaught: string[] = [];
const onError = (event: ErrorEvent): void => void uncaught.push(event.error instanceof Error ? String(event.error.stack) : event.message);
const onRejection = (event: PromiseRejectionEvent): void => void uncaught.push(`rejection: ${String(event.reason)}`);

beforeEach(() => {
  uncaught = [];
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
});
afterEach(() => {
  removeEventListener('error', onError);
  removeEventListener('unhandledrejection', onRejection);
  document.body.replaceChildren();
});

let isHidden = false;
Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (isHidden ? 'hidden' : 'visible') });

function setHidden(hidden: boolean): void {
  isHidden = hidden;
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Calls at random for RUN_MS after the first picture. */
async function actAtRandom(kind: keyof typeof STREAMS, seed: number): Promise<void> {
  const number = seededRng(seed).roll;
  const box = document.createElement('div');
  box.style.cssText = 'width:320px;height:180px';
  document.body.append(box);
  const sources = () => ({ [kind]: [STREAMS[kind][number(STREAMS[kind].length)]!, STREAMS[kind][number(STREAMS[kind].length)]!] });
  let hasPicture = false;
  const create = (): FootlightPlayer => {
    const created = createPlayer(box, { sources: sources(), muted: true });
    created.on('loadedmetadata', () => void (hasPicture = true));
    return created;
  };
  let player = create();
  const video = (): HTMLVideoElement | null => box.querySelector('video');
  const actions: readonly (() => void)[] = [
    () => player.pause(),
    () => player.play(),
    () => player.play(sources()),
    () => setHidden(!isHidden),
    () => player.choose(number(2) === 0 ? 'h264' : 'h265'),
    () => void (player.volume = number(10) / 10),
    () => void (player.muted = number(2) === 0),
    () => {
      const element = video();
      if (element !== null && element.buffered.length > 0) element.currentTime = number(8);
    },
    // The element closes the source of the engine.
    () => video()?.load(),
    () => void player.togglePictureInPicture(),
    () => {
      player.destroy();
      player = create();
    },
  ];
  await vi.waitFor(() => expect(hasPicture).toBe(true));
  const endMs = performance.now() + RUN_MS;
  // Real time, because an engine has to append.
  for (let waitMs = 0; performance.now() < endMs; waitMs = number(5) === 0 ? 800 : number(120)) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    actions[number(actions.length)]!();
  }
  setHidden(false);
  player.destroy();
  await new Promise((resolve) => setTimeout(resolve, 500));
}

// Beside each other, because both mostly wait.
test(
  'P24 closing, reopening, hiding and seeking an H264 and an H265 player at random leaves no uncaught error',
  { timeout: RUN_MS * 3 + 60_000 },
  async () => {
    await Promise.all([actAtRandom('h264', 1), actAtRandom('h265', 2)]);
    expect(uncaught).toEqual([]);
  },
);

test('P24 a player that is destroyed right after a seek leaves no uncaught error', async () => {
  const box = document.createElement('div');
  document.body.append(box);
  const player = createPlayer(box, { sources: { h264: [STREAMS.h264[0]] }, muted: true });
  await new Promise<void>((resolve) => player.on('loadedmetadata', () => resolve()));
  const video = box.querySelector('video')!;
  const seeking = new Promise((resolve) => video.addEventListener('seeking', resolve, { once: true }));
  video.currentTime = 60;
  await seeking;
  player.destroy();
  // The engine would look at its element again after 100 to 150 ms.
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(uncaught).toEqual([]);
});
