/** `<footlight-player>`: attributes, properties and events of the element, with the player itself as a fake. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { err, ok } from '../../base/errors.ts';
import type { PlayerOptions } from '../../package/create-player.ts';
import { FootlightPlayerElement } from '../../package/element.ts';
import { PLAYER_EVENTS } from '../../package/events.ts';

const parts = vi.hoisted(() => ({ create: vi.fn(), inspect: vi.fn() }));
vi.mock('../../package/create-player.ts', () => ({ createPlayer: parts.create }));
vi.mock('../../package/inspect-stream.ts', () => ({ inspectStream: parts.inspect }));

interface Made {
  readonly box: HTMLElement;
  readonly options: PlayerOptions;
  readonly listeners: Map<string, (detail: unknown) => void>;
  readonly calls: string[];
  readonly player: Record<string, unknown>;
}
let made: Made[] = [];

beforeEach(() => {
  made = [];
  parts.inspect.mockReset().mockImplementation(async () => err('STREAM_SILENT', ''));
  parts.create.mockReset().mockImplementation((box: HTMLElement, options: PlayerOptions) => {
    const [listeners, calls] = [new Map<string, (detail: unknown) => void>(), [] as string[]];
    const sound = { volume: 0.8, muted: options.muted ?? options.memory?.read('muted') === true };
    const player = {
      get volume() {
        return sound.volume;
      },
      // As in the player: a volume above 0 ends mute, and a volume of 0 is mute.
      set volume(volume: number) {
        Object.assign(sound, { volume, muted: volume === 0 });
      },
      get muted() {
        return sound.muted;
      },
      set muted(muted: boolean) {
        sound.muted = muted;
      },
      currentTime: 12,
      videoWidth: 640,
      videoHeight: 360,
      error: { code: 'TIMEOUT' },
      on: (type: string, listener: (detail: unknown) => void) => void listeners.set(type, listener),
      play: () => void calls.push('play'),
      pause: () => void calls.push('pause'),
      destroy: () => void calls.push('destroy'),
    };
    made.push({ box, options, listeners, calls, player });
    return player;
  });
});
afterEach(() => document.body.replaceChildren());

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** An element in the page, with these attributes. */
async function element(
  attributes: Readonly<Record<string, string>> = {},
  prepare: (given: FootlightPlayerElement) => void = () => undefined,
) {
  const given = document.createElement('footlight-player');
  for (const [name, value] of Object.entries(attributes)) given.setAttribute(name, value);
  prepare(given);
  document.body.append(given);
  await settled();
  return given;
}
const FLV = { src: '/a.flv', type: 'h264' } as const;
const PLAYS = { ...FLV, autoplay: '' } as const;

test('P20 an element plays its address by itself with autoplay, else when play is called', async () => {
  const waiting = await element(FLV);
  expect([waiting.paused, made.length, waiting.player]).toEqual([true, 0, null]);
  waiting.play();
  await settled();
  expect([waiting.paused, made.length, waiting.player]).toEqual([false, 1, made[0]?.player]);
  waiting.play();
  expect(made[0]?.calls).toEqual(['play']);
  const playing = await element(PLAYS);
  expect([playing.paused, playing.autoplay, made.length]).toEqual([false, true, 2]);
  playing.autoplay = false;
  expect([playing.hasAttribute('autoplay'), made[1]?.calls]).toEqual([false, []]);
  playing.autoplay = true;
  expect([playing.hasAttribute('autoplay'), made[1]?.calls]).toEqual([true, ['play']]);
});

test('P20 an element has a default size, its picture is below its children, and styles that the page sets are kept', async () => {
  const plain = await element(PLAYS);
  expect([plain.style.display, plain.style.aspectRatio, plain.style.position]).toEqual(['block', '16 / 9', 'relative']);
  const [box, slot] = plain.shadowRoot!.children as unknown as readonly HTMLElement[];
  expect(made[0]?.box).toBe(box);
  expect([box!.style.position, box!.style.width, box!.style.height, box!.style.isolation]).toEqual(['absolute', '100%', '100%', 'isolate']);
  expect([box!.style.top, box!.style.left, slot!.localName, slot!.style.position]).toEqual(['0px', '0px', 'slot', 'relative']);
  const styled = await element(FLV, ({ style }) => Object.assign(style, { display: 'grid', position: 'fixed' }));
  expect([styled.style.display, styled.style.aspectRatio, styled.style.position]).toEqual(['grid', '', 'fixed']);
});

test.each([
  [{ type: 'h264' }, { h264: ['/a.flv'] }],
  [{ type: 'h265' }, { h265: ['/a.flv'] }],
  [{ type: 'webrtc' }, { webrtc: ['/a.flv'] }],
])('P21 the type %j names the kind of the address, without a request', async (attributes, sources) => {
  await element({ ...PLAYS, ...attributes });
  expect([made[0]?.options.sources, parts.inspect.mock.calls]).toEqual([sources, []]);
});

test.each([
  ['H265', ok({ video: 'H265' }), { h265: ['/a.flv'] }],
  ['H264', ok({ video: 'H264' }), { h264: ['/a.flv'] }],
  ['a stream that cannot be read', err('STREAM_SILENT', ''), { h264: ['/a.flv'] }],
])('P21 without a type the first bytes decide: %s', async (_what, inspection, sources) => {
  parts.inspect.mockImplementation(async () => inspection);
  const given = await element({ src: '/a.flv', type: 'other', autoplay: '' });
  expect(given.type).toBe('');
  expect(parts.inspect.mock.calls).toEqual([['/a.flv', { signal: expect.any(AbortSignal) }]]);
  expect(made[0]?.options.sources).toEqual(sources);
});

test('P21 the kind of a stream that could not be read at the start is read again before each further round', async () => {
  await element({ src: '/a.flv', autoplay: '' });
  expect(made[0]?.options.sources).toEqual({ h264: ['/a.flv'] });
  expect(await made[0]?.options.refresh?.(1)).toEqual({ h264: ['/a.flv'] });
  parts.inspect.mockImplementation(async () => ok({ video: 'H265' }));
  expect(await made[0]?.options.refresh?.(2)).toEqual({ h265: ['/a.flv'] });
  await element({ src: '/a.flv', autoplay: '' });
  await element({ ...PLAYS });
  expect(made.slice(1).map(({ options }) => options.refresh)).toEqual([undefined, undefined]);
  const refresh = async (): Promise<null> => null;
  parts.inspect.mockImplementation(async () => err('STREAM_SILENT', ''));
  await element({ src: '/a.flv', autoplay: '' }, (given) => void (given.options = { refresh }));
  expect(made[3]?.options.refresh).toBe(refresh);
});

test('P21 an element without an address does nothing until it has one', async () => {
  const given = await element({ autoplay: '' });
  expect([given.src, made.length, parts.inspect.mock.calls.length]).toEqual(['', 0, 0]);
  given.src = '/b.flv';
  given.type = 'h265';
  await settled();
  expect([given.src, given.type, made.map(({ options }) => options.sources)]).toEqual(['/b.flv', 'h265', [{ h265: ['/b.flv'] }]]);
});

test('P21 an inspection ends with another address, a pause or the removal of the element, and its result is not used', async () => {
  const answers: (() => void)[] = [];
  parts.inspect.mockImplementation(() => new Promise((resolve) => answers.push(() => resolve(ok({ video: 'H265' })))));
  const signals = (): readonly boolean[] =>
    parts.inspect.mock.calls.map(([, options]) => (options as { signal: AbortSignal }).signal.aborted);
  const given = await element({ src: '/a.flv', autoplay: '' });
  given.src = '/b.flv';
  await settled();
  expect(signals()).toEqual([true, false]);
  given.pause();
  expect(signals()).toEqual([true, true]);
  given.play();
  await settled();
  given.remove();
  await settled();
  expect(signals()).toEqual([true, true, true]);
  for (const answer of answers) answer();
  await settled();
  expect(made).toEqual([]);
});

test('P24 another address or other sources replace the player, the same address does not', async () => {
  const given = await element(PLAYS);
  given.src = '/a.flv';
  await settled();
  expect([made.length, made[0]?.calls]).toEqual([1, []]);
  given.sources = { h264: ['/c.flv'] };
  await settled();
  expect([made[0]?.calls, given.sources, made[1]?.options.sources]).toEqual([['destroy'], { h264: ['/c.flv'] }, { h264: ['/c.flv'] }]);
  given.src = '/d.flv';
  await settled();
  expect([made[1]?.calls, given.sources, made[2]?.options.sources]).toEqual([['destroy'], null, { h264: ['/d.flv'] }]);
});

test('P29 a moved element continues, a removed one ends its player and plays again when it is back', async () => {
  const given = await element(PLAYS);
  const box = document.createElement('div');
  document.body.append(box);
  box.append(given);
  await settled();
  expect([made.length, made[0]?.calls]).toEqual([1, []]);
  given.remove();
  await settled();
  expect([made[0]?.calls, given.player]).toEqual([['destroy'], null]);
  box.append(given);
  await settled();
  expect(made.length).toBe(2);
});

test('P29 a paused element with autoplay stays paused when it is moved', async () => {
  const given = await element(PLAYS);
  given.pause();
  const box = document.createElement('div');
  document.body.append(box);
  box.append(given);
  await settled();
  expect([given.paused, made.length, made[0]?.calls]).toEqual([true, 1, ['pause']]);
});

test('P29 mute and volume that are set before the start apply to the player, and are read from it afterwards', async () => {
  const plain = document.createElement('footlight-player');
  expect([plain.muted, plain.volume, plain.currentTime, plain.videoWidth, plain.videoHeight, plain.error]).toEqual([
    false,
    1,
    0,
    0,
    0,
    null,
  ]);
  const given = await element({ ...PLAYS, muted: '', volume: '0.4' });
  expect([made[0]?.options.muted, made[0]?.player['volume']]).toEqual([true, 0.4]);
  expect([given.muted, given.volume, given.currentTime, given.videoWidth, given.videoHeight, given.error]).toEqual([
    true,
    0.4,
    12,
    640,
    360,
    { code: 'TIMEOUT' },
  ]);
  // As in a media element, the attribute sets only the initial value.
  given.removeAttribute('muted');
  expect(given.muted).toBe(true);
  given.muted = false;
  given.volume = 0.6;
  expect([made[0]?.player['muted'], made[0]?.player['volume']]).toEqual([false, 0.6]);
});

test('P29 mute is off unless the attribute or the property is set, and the property has precedence', async () => {
  await element(PLAYS);
  expect(made[0]?.options).not.toHaveProperty('muted');
  await element({ ...PLAYS, muted: '' }, (given) => void (given.muted = false));
  // Takes precedence over the mute of an earlier visit, which the player reads from `memory`.
  expect(made[1]?.options.muted).toBe(false);
  await element(PLAYS, (given) => void (given.muted = true));
  expect(made[2]?.options.muted).toBe(true);
  const changed = await element({ ...FLV, muted: '' });
  changed.removeAttribute('muted');
  expect(changed.muted).toBe(false);
  changed.play();
  await settled();
  expect(made[3]?.options).not.toHaveProperty('muted');
});

test('P29 a volume out of range is an error as a property, and ignored as an attribute', async () => {
  const given = await element({ ...PLAYS, volume: '2' });
  expect(made[0]?.player['volume']).toBe(0.8);
  for (const value of ['loud', '-1', '0.5']) given.setAttribute('volume', value);
  given.removeAttribute('volume');
  expect(made[0]?.player['volume']).toBe(0.5);
  for (const volume of [-0.1, 1.1, NaN]) expect(() => (given.volume = volume)).toThrow(`volume: ${volume} is not between 0 and 1`);
});

test('P23 each event of the player is an event of the element with its detail, and options reach the player', async () => {
  const settings = { stallWaitMs: 5_000 };
  const given = await element(PLAYS, (one) => void (one.options = { settings }));
  expect(made[0]?.options.settings).toEqual(settings);
  const heard: unknown[] = [];
  for (const type of PLAYER_EVENTS) given.addEventListener(type, (event: Event) => heard.push([type, (event as CustomEvent).detail]));
  for (const type of PLAYER_EVENTS) made[0]?.listeners.get(type)?.({ of: type });
  expect(heard).toEqual(PLAYER_EVENTS.map((type) => [type, { of: type }]));
  expect(customElements.get('footlight-player')).toBe(FootlightPlayerElement);
});

test('P24 an address that is no http address is a fatal error of the element until it has another one; wrong `sources` throw', async () => {
  const errors: unknown[] = [];
  const given = await element({ src: 'rtmp://live.test/a', type: 'h264', autoplay: '' }, (one) =>
    one.addEventListener('error', ({ detail }) => errors.push(detail)),
  );
  expect(errors).toMatchObject([{ code: 'STREAM_ADDRESS_BAD', detail: 'rtmp://live.test/a', fatal: true, retryAtMs: null }]);
  expect([given.error, given.player, made.length]).toEqual([errors[0], null, 0]);
  expect(() => (given.sources = { h264: ['rtmp://live.test/b'] })).toThrow(TypeError);
  given.src = '/b.flv';
  await settled();
  expect([made[0]?.options.sources, given.error]).toEqual([{ h264: ['/b.flv'] }, { code: 'TIMEOUT' }]);
  expect(errors).toHaveLength(1);
});
