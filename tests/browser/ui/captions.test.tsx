import axe from 'axe-core';
import { afterEach, expect, test, vi } from 'vitest';

import { openPage, type Page } from './room-page.tsx';

let page: Page;
const stops: (() => void)[] = [];
afterEach(() => {
  page.close();
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
});

/** A browser that recognizes speech of a track, as far as the page can see. */
function fakeRecognition(answer: string) {
  const started: { readonly track: MediaStreamTrack; readonly lang: string; readonly processLocally: boolean }[] = [];
  const asked: unknown[] = [];
  const made: FakeRecognition[] = [];
  class FakeRecognition extends EventTarget {
    static available(options: unknown): Promise<string> {
      asked.push(options);
      return Promise.resolve(answer);
    }
    lang = '';
    processLocally = false;
    isAborted = false;
    constructor() {
      super();
      made.push(this);
    }
    start(track: MediaStreamTrack): void {
      started.push({ track, lang: this.lang, processLocally: this.processLocally });
    }
    abort(): void {
      this.isAborted = true;
    }
    say(transcript: string): void {
      this.dispatchEvent(Object.assign(new Event('result'), { resultIndex: 0, results: [[{ transcript }]] }));
    }
  }
  vi.stubGlobal('SpeechRecognition', FakeRecognition);
  return { started, asked, newest: () => made.at(-1)! };
}

/** A video with a sound track where players put theirs. */
function soundOn(host: HTMLElement): MediaStreamTrack {
  const context = new AudioContext();
  stops.push(() => void context.close());
  const { stream } = context.createMediaStreamDestination();
  const video = Object.assign(document.createElement('video'), { captureStream: () => stream });
  host.append(video);
  return stream.getAudioTracks()[0]!;
}

async function openMenu(): Promise<HTMLElement> {
  page.hosts.at(-1)!.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 40, clientY: 60 }));
  return page.until(() => page.maybe('[role="menu"]'));
}
const captionItem = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[role="menuitemcheckbox"]')].find(({ textContent }) => textContent.trim() === '实时字幕');

test('P3 captions are offered where the browser recognizes the sound of the video on the device, are shown over the picture and end', async () => {
  const speech = fakeRecognition('available');
  page = await openPage('live', { width: 1366, height: 768 });
  const track = soundOn(page.hosts.at(-1)!);
  await openMenu();
  (await page.until(captionItem)).click();
  await page.until(() => speech.started.length > 0);
  expect(speech.asked[0]).toEqual({ langs: ['zh-CN'], processLocally: true });
  expect(speech.started[0]).toEqual({ track, lang: 'zh-CN', processLocally: true });
  speech.newest().say('今晚的第一首歌');
  const caption = await page.until(() => page.maybe('[data-captions]'));
  expect(caption.textContent).toBe('今晚的第一首歌');
  const { violations } = await axe.run(caption, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] });
  expect(violations).toEqual([]);
  await openMenu();
  const item = await page.until(captionItem);
  expect(item.getAttribute('aria-checked')).toBe('true');
  item.click();
  await page.until(() => page.maybe('[data-captions]') === null);
  expect(speech.newest().isAborted).toBe(true);
});

test.each(['downloadable', 'unavailable'])('P3 captions are not offered where the recognition on the device is %s', async (answer) => {
  const speech = fakeRecognition(answer);
  page = await openPage('live', { width: 1366, height: 768 });
  soundOn(page.hosts.at(-1)!);
  await openMenu();
  await page.until(() => speech.asked.length > 0);
  await new Promise((resolve) => setTimeout(resolve));
  expect(captionItem()).toBeUndefined();
});

test('P3 captions are not offered for a player whose sound is not in an element', async () => {
  const speech = fakeRecognition('available');
  page = await openPage('live', { width: 1366, height: 768 });
  await openMenu();
  await new Promise((resolve) => setTimeout(resolve));
  expect([captionItem(), speech.asked]).toEqual([undefined, []]);
});
