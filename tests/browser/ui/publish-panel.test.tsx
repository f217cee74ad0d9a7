/** P31: the star's tool with a camera of the test: what it requests from the browser, sends to the server and shows. */
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import type { Failure } from '../../../src/core/errors.ts';
import type { Live, Publishing } from '../../../src/features/publish/rules.ts';
import { type Desk, NO_DESK } from '../../../src/features/publish/rules-desk.ts';
import { loadPanel } from '../../../src/ui/features/FeaturePanel.tsx';
import { sentOf } from '../../features/publish/sent.ts';
import { stubWebRtc } from '../../../src/player/tests/kinds/fake-connection.ts';
import { buttonOf, frame, waiting } from './room-page.tsx';

const LANGUAGE = 'zh-CN';
const LINK = { epoch: 3, url: 'https://rtc.test/whip/9', providerId: 5 };
const live = (change: Partial<Live> = {}): Live => ({
  name: 'live',
  epoch: 3,
  session: 's-1',
  sinceMs: Date.now() - 65_000,
  error: null,
  link: LINK,
  failures: 0,
  openedMs: 0,
  interruptedMs: null,
  movedMs: 0,
  heardMs: 0,
  uplink: { level: 2, why: 'packets are lost' } as never,
  sent: sentOf({
    kilobits: 900,
    width: 960,
    height: 540,
    pictureRate: 24.6,
    codec: 'H264',
    lostShare: 0.034,
    roundTripMs: 41,
    availableKilobits: 1_500,
  }),
  ...change,
});

let constraints: (MediaStreamConstraints | undefined)[];
let streams: MediaStream[];
let refusal: DOMException | null;
let close = (): void => undefined;

/** A picture and a tone, as a camera and a microphone with these ids. */
function camera(): MediaStream {
  const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 36 });
  canvas.getContext('2d');
  const stream = canvas.captureStream(5);
  const tone = new AudioContext().createMediaStreamDestination();
  for (const track of tone.stream.getAudioTracks()) stream.addTrack(track);
  const ids = { video: 'camera-1', audio: 'microphone-1' };
  for (const track of stream.getTracks())
    track.getSettings = () => ({ deviceId: ids[track.kind as 'audio' | 'video'], width: 64, height: 36 });
  streams.push(stream);
  return stream;
}

beforeEach(() => {
  [constraints, streams, refusal] = [[], [], null];
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation((wanted) => {
    constraints.push(wanted);
    return refusal === null ? Promise.resolve(camera()) : Promise.reject(refusal);
  });
  const device = (kind: string, deviceId: string, label: string): object => ({ kind, deviceId, label });
  vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockResolvedValue([
    device('videoinput', 'camera-1', '前置'),
    device('videoinput', 'camera-2', ''),
    device('audioinput', 'microphone-1', '内置'),
    device('audioinput', 'microphone-2', '耳机'),
    device('audiooutput', 'speaker', '喇叭'),
  ] as MediaDeviceInfo[]);
});
afterEach(() => {
  close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open(first: Publishing) {
  const { MediaStream: OwnMediaStream } = globalThis;
  const net = stubWebRtc();
  // `stubWebRtc` also replaces MediaStream, but the drawn camera needs that of the browser.
  vi.stubGlobal('MediaStream', OwnMediaStream);
  const panel = await loadPanel('publish', LANGUAGE);
  const root = document.body.appendChild(document.createElement('div'));
  const react = createRoot(root);
  const acts: unknown[] = [];
  close = () => {
    react.unmount();
    root.remove();
    close = () => undefined;
  };
  const until = waiting(() => undefined, []);
  const show = async (publishing: Publishing, desk: Desk = NO_DESK): Promise<void> => {
    const view = { ...publishing, desk };
    const props = { view, act: (action: unknown) => void acts.push(action), language: LANGUAGE, place: 'slot' } as never;
    flushSync(() => react.render(createElement(panel, props)));
    await frame();
  };
  const button = (name: string) => buttonOf(name, root);
  await show(first);
  return {
    ...net,
    acts,
    root,
    show,
    until,
    press: async (name: string) => (await until(() => button(name))).click(),
    button,
    async withCamera() {
      (await until(() => button('摄像头'))).click();
      await until(() => root.querySelector('video')?.srcObject === streams.at(-1));
    },
  };
}

const READY: Publishing = { name: 'ready', epoch: 1, error: null };

test('P31 a muted microphone is disabled, not removed, and a panel that is closed ends its camera', async () => {
  const it = await open(READY);
  await it.withCamera();
  const [sound] = streams[0]!.getAudioTracks();
  await it.press('麦克风静音');
  await it.until(() => !sound!.enabled);
  await it.press('麦克风静音');
  await it.until(() => sound!.enabled);
  const ends = streams[0]!.getTracks();
  close();
  await frame();
  expect(ends.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
});

test('P31 another device replaces the one in use, and the other device stays', async () => {
  const it = await open(READY);
  await it.withCamera();
  await it.press('设备与数据');
  const [cameras, microphones] = await it.until(() => {
    const found = [...it.root.querySelectorAll('select')];
    return found[1]?.options.length === 2 && found;
  });
  expect([cameras!, microphones!].map(({ value, options }) => [value, [...options].map(({ text }) => text)])).toEqual([
    ['camera-1', ['前置', expect.stringContaining('2')]],
    ['microphone-1', ['内置', '耳机']],
  ]);
  const choose = (list: HTMLSelectElement, value: string): void => {
    list.value = value;
    list.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const before = streams[0]!.getTracks();
  choose(microphones!, 'microphone-2');
  await it.until(() => it.root.querySelector('video')?.srcObject === streams[1]);
  choose(cameras!, 'camera-2');
  await it.until(() => constraints.length === 3);
  expect(constraints.slice(1)).toMatchObject([
    { video: { deviceId: { exact: 'camera-1' } }, audio: { deviceId: { exact: 'microphone-2' } } },
    { video: { deviceId: { exact: 'camera-2' } }, audio: { deviceId: { exact: 'microphone-1' } } },
  ]);
  expect(before.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
});

test('P31 a broadcast shows its state, its time and its figures with their limits', async () => {
  const it = await open(READY);
  await it.withCamera();
  await it.show(live());
  const status = it.root.querySelector('[role="status"][data-live]')!;
  expect(status.textContent).toContain('1:05');
  await it.press('网络一般 900 kbit/s · 960×540 · 25 fps');
  const figures = await it.until(() => it.root.querySelector('dl'));
  expect([...figures.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
    '900 kbit/s / 1.0 Mbit/s',
    '960×540',
    '25 fps / 25 fps',
    'H264',
    '1.5 Mbit/s',
    '41 ms',
    '3.4 %',
    '丢包较多，已降低',
  ]);
  await it.show(live({ interruptedMs: 5 }));
  expect(status.textContent).not.toContain('正在直播');
  await it.press('结束直播');
  expect(it.acts).toContainEqual({ type: 'stop' });
});

test('P31 before the start a checklist names what is missing; gifts are listed by giver, and a summary is closed by the star', async () => {
  const it = await open(READY);
  await it.withCamera();
  const steps = () => [...it.root.querySelectorAll('ol > li')].map((step) => [step.textContent, step.hasAttribute('data-done')]);
  await it.until(() => steps().length === 3);
  expect(steps().map(([, isDone]) => isDone)).toEqual([true, true, false]);
  expect(steps()[2]![0]).toContain('还没有标题');
  const desk: Desk = { ...NO_DESK, title: '今晚唱歌', hasCover: true };
  await it.show(READY, desk);
  await it.press('麦克风静音');
  await it.until(() => steps()[1]![1] === false);
  expect(steps().map(([text]) => text)).toEqual([expect.any(String), '声音麦克风已静音', '标题和封面今晚唱歌']);

  const givers = [
    { userId: 8, name: '星光', gifts: 4, coins: 5_230, last: '玫瑰 ×3' },
    { userId: 0, name: '', gifts: 1, coins: 20, last: '星星 ×1' },
  ];
  const full: Desk = { ...desk, givers, gifts: 5, coins: 5_250, peakViewers: 904 };
  await it.show(live(), full);
  expect(it.root.textContent).not.toContain('标题和封面');
  await it.press('收礼 5,250 星币');
  const list = await it.until(() => it.root.querySelector('ol'));
  expect([...list.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(['星光玫瑰 ×3 等 4 件5,230', '神秘嘉宾星星 ×120']);
  await it.show(READY, { ...full, endedAfterMs: 65_000 });
  const summary = await it.until(() => it.root.querySelector('[data-summary]'));
  expect([...summary.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual(['01:05', '5,250', '2', '904']);
  expect(summary.textContent).toContain('感谢 星光、神秘嘉宾');
  await it.press('知道了');
  expect(it.acts).toContainEqual({ type: 'close-summary' });
});

const failed = (code: Failure['code'], detail = '稍后再试'): Failure => ({ code, detail });
test.each<[view: Publishing, text: string]>([
  [{ ...READY, error: failed('PUBLISH_REFUSED') }, '没有开播成功，请再试一次。 稍后再试'],
  [{ ...READY, error: failed('HTTP_TIMEOUT') }, '没有开播成功，请再试一次。'],
  [{ ...READY, error: failed('PUBLISH_LOST') }, '连接断开，多次重连没有成功，直播已中断。'],
  [{ ...READY, error: failed('PUBLISH_UNSUPPORTED') }, '这个浏览器不能推流，请换一个浏览器。'],
  [live({ error: failed('PUBLISH_REFUSED') }), '没有结束成功，请再试一次。 稍后再试'],
])('P31 the panel shows the text of the failure: %j', async (view, text) => {
  const it = await open(view);
  expect([...it.root.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent)).toEqual([text]);
});

test.each([
  ['NotReadableError', '摄像头或麦克风正被其他程序使用'],
  ['UnknownError', '摄像头或麦克风打开失败'],
])('P31 a camera that does not open is explained: %s', async (name, text) => {
  const it = await open(READY);
  refusal = new DOMException('no', name);
  await it.press('摄像头');
  expect((await it.until(() => it.root.querySelector('[role="alert"]'))).textContent).toContain(text);
  const start = it.button('开始直播')!;
  const reason = (): string | null => it.root.querySelector(`[id="${start.getAttribute('aria-describedby')}"]`)?.textContent ?? null;
  expect([start.disabled, reason()]).toEqual([true, '先选择画面来源']);
  refusal = null;
  await it.withCamera();
  expect([start.disabled, reason()]).toEqual([false, null]);
});

test('P31 a broadcast from elsewhere is taken over or ended', async () => {
  const it = await open({ name: 'elsewhere', epoch: 1, sinceMs: Date.now() - 61_000, error: null, queryAtMs: null });
  await it.withCamera();
  await it.press('在这里继续直播');
  await it.press('结束直播');
  expect(it.acts).toEqual([{ type: 'start' }, { type: 'stop' }]);
});

test('P31 the button that starts and ends the broadcast keeps the keyboard focus, and a held Enter key presses it once', async () => {
  const it = await open(READY);
  await it.withCamera();
  it.button('开始直播')!.focus();
  await userEvent.keyboard('{Enter>4/}');
  expect(it.acts).toEqual([{ type: 'start' }]);
  const trying = { session: '', sinceMs: 0, failures: 0, uplink: null, attempt: { name: 'requesting' } } as const;
  const focused = async (view: Publishing): Promise<string | null | undefined> => {
    await it.show(view);
    // The browser removes the focus of a disabled element when it draws.
    await frame();
    await frame();
    return document.activeElement?.textContent;
  };
  expect(await focused({ name: 'starting', epoch: 3, ...trying })).toBe('结束直播');
  expect(await focused(live())).toBe('结束直播');
  await userEvent.keyboard('{Enter>4/}');
  expect(it.acts.filter((act) => JSON.stringify(act) === '{"type":"stop"}')).toHaveLength(1);
  expect(await focused({ name: 'stopping', epoch: 4, sinceMs: 1, before: live() })).toBe('结束直播');
  expect(it.button('结束直播')!.getAttribute('aria-disabled')).toBe('true');
  expect(await focused(READY)).toBe('开始直播');
});
