import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { captions, type CaptionsClass, type Recognizer } from '../../../src/ui/stage/captions/captions-button.ts';
import { buttonOf, frame, openPage, type Page } from './room-page.tsx';

let page: Page;
const real: unknown = Reflect.get(globalThis, 'SpeechRecognition');

/** A recognizer whose events the test sends. */
class FakeRecognizer implements Recognizer {
  static answer: 'available' | 'downloadable' | 'unavailable' = 'available';
  static isInstalled = true;
  static readonly asked: unknown[] = [];
  static readonly all: FakeRecognizer[] = [];
  static available(languages: unknown) {
    FakeRecognizer.asked.push(languages);
    return Promise.resolve(FakeRecognizer.answer);
  }
  static install = () => Promise.resolve(FakeRecognizer.isInstalled);

  onresult: Recognizer['onresult'] = null;
  onerror: Recognizer['onerror'] = null;
  onend: Recognizer['onend'] = null;
  track: MediaStreamTrack | null = null;
  isAborted = false;
  constructor() {
    FakeRecognizer.all.push(this);
  }
  start(track: MediaStreamTrack): void {
    this.track = track;
  }
  abort(): void {
    this.isAborted = true;
    this.onend?.();
  }
  say(...words: readonly string[]): void {
    this.onresult?.({ results: words.map((transcript) => [{ transcript }]) });
  }
}

let sounds: AudioContext;
beforeEach(() => {
  sounds = new AudioContext();
  Object.assign(FakeRecognizer, { answer: 'available', isInstalled: true });
  FakeRecognizer.asked.length = 0;
  FakeRecognizer.all.length = 0;
  Reflect.set(globalThis, 'SpeechRecognition', FakeRecognizer satisfies CaptionsClass);
});
afterEach(async () => {
  if (captions.isOn()) await captions.press('en', '');
  await sounds.close();
  Reflect.set(globalThis, 'SpeechRecognition', real);
});

/** A player of the page, with or without a track of its sound. */
function addVideo(hasSound: boolean, capture = () => (hasSound ? sounds.createMediaStreamDestination().stream : new MediaStream())): void {
  const video = document.createElement('video');
  Reflect.set(video, 'captureStream', capture);
  page.hosts.at(-1)!.append(video);
}

const item = async (): Promise<HTMLElement | undefined> => buttonOf('字幕', await page.menu());
const closeMenu = async (): Promise<void> => {
  page.press('Escape', page.find('[role="menu"] button'));
  await page.until(() => page.maybe('[role="menu"]') === null);
};
const shown = () => page.maybe('[data-captions]')?.textContent;
/** Presses the item, and waits for the session with this number to receive the sound. */
async function start(session = 0): Promise<FakeRecognizer> {
  (await item())!.click();
  return started(session);
}
async function started(session: number): Promise<FakeRecognizer> {
  const recognizer = await page.until(() => FakeRecognizer.all[session]);
  await page.until(() => recognizer.track);
  return recognizer;
}

test('P3 the menu has captions only in a browser with a recognizer, which is not used before they are pressed', async () => {
  Reflect.deleteProperty(globalThis, 'SpeechRecognition');
  page = await openPage('live');
  expect(await item()).toBeUndefined();
  await closeMenu();
  Reflect.set(globalThis, 'SpeechRecognition', FakeRecognizer);
  const captionsItem = (await item())!;
  expect(captionsItem.getAttribute('aria-checked')).toBe('false');
  await closeMenu();
  expect([FakeRecognizer.asked.length, FakeRecognizer.all.length]).toEqual([0, 0]);
});

test('P3 captions show the words of the playing sound over the picture, and a second press ends them', async () => {
  page = await openPage('live');
  addVideo(true);
  const recognizer = await start();
  expect(FakeRecognizer.asked).toEqual([{ langs: ['zh-CN'], processLocally: true }]);
  expect(recognizer).toMatchObject({ lang: 'zh-CN', continuous: true, interimResults: true, processLocally: true });
  expect(recognizer.track?.kind).toBe('audio');
  recognizer.say('大家晚上好', '下一首');
  expect(shown()).toBe('大家晚上好 下一首');
  recognizer.say('很长'.repeat(100));
  expect(shown()).toHaveLength(80);
  recognizer.say('Good evening everybody,', 'the next song is for those who came tonight for the first time');
  expect(shown()).toBe('everybody, the next song is for those who came tonight for the first time');
  const again = (await item())!;
  expect(again.getAttribute('aria-checked')).toBe('true');
  again.click();
  await page.until(() => shown() === undefined);
  expect(recognizer.isAborted).toBe(true);
  expect(FakeRecognizer.all).toHaveLength(1);
});

test('P3 the sound of an element that plays a stream continues after the captions have ended', async () => {
  page = await openPage('live');
  // As with WebRTC: `captureStream` returns the tracks of the stream.
  const { stream } = sounds.createMediaStreamDestination();
  page.hosts.at(-1)!.append(Object.assign(document.createElement('video'), { srcObject: stream }));
  const copy = (await start()).track!;
  await captions.press('zh-CN', '');
  expect([copy.readyState, stream.getAudioTracks()[0]?.readyState]).toEqual(['ended', 'live']);
});

test('P3 captions leave no captured track of the player, also if a session cannot start', async () => {
  page = await openPage('live');
  const tracks: MediaStreamTrack[] = [];
  addVideo(true, () => {
    const { stream } = sounds.createMediaStreamDestination();
    stream.addTrack(document.createElement('canvas').captureStream().getVideoTracks()[0]!);
    tracks.push(...stream.getTracks());
    return stream;
  });
  await start();
  expect(tracks.map(({ kind, readyState }) => `${kind} ${readyState}`)).toEqual(['audio live', 'video ended']);
  await captions.press('zh-CN', '');
  const refused = vi.spyOn(FakeRecognizer.prototype, 'start').mockImplementation(() => {
    throw new DOMException('', 'InvalidStateError');
  });
  (await item())!.click();
  await page.until(() => refused.mock.calls.length === 1);
  expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended', 'ended', 'ended']);
  refused.mockRestore();
});

test('P3 a language that the browser offers is installed; one that it does not have ends the captions with the reason', async () => {
  page = await openPage('live');
  addVideo(true);
  FakeRecognizer.answer = 'downloadable';
  await start();
  await captions.press('zh-CN', '');
  FakeRecognizer.isInstalled = false;
  (await item())!.click();
  await page.until(() => document.body.textContent.includes('浏览器没有这种语言的字幕'));
  expect([captions.isOn(), FakeRecognizer.all.length]).toEqual([false, 1]);
});

test('P3 captions of a player without a track of its sound end with the reason', async () => {
  page = await openPage('live');
  addVideo(false);
  (await item())!.click();
  await page.until(() => document.body.textContent.includes('当前播放器的声音不能生成字幕'));
  expect(captions.isOn()).toBe(false);
});

test('P3 a session of captions that ends is followed by another one; three that end at once, or a refusal, end them with the reason', async () => {
  page = await openPage('live');
  addVideo(true);
  (await item())!.click();
  for (let session = 1; session <= 3; session++) {
    (await started(session - 1)).onend?.();
  }
  await page.until(() => document.body.textContent.includes('浏览器停止了字幕'));
  expect([captions.isOn(), FakeRecognizer.all.length]).toEqual([false, 3]);
  const refused = await start(3);
  refused.onerror?.({ error: 'no-speech' });
  expect(captions.isOn()).toBe(true);
  refused.onerror?.({ error: 'not-allowed' });
  await frame();
  expect([captions.isOn(), shown()]).toEqual([false, undefined]);
});
