import { runMachine } from '../../run-machine.ts';
import { type GiftShow, readGift, giftEffectsMachine, type GiftEffectsView } from '../../../src/features/gift-effects/room.ts';
import { EFFECT_LIMITS, tierOf } from '../../../src/features/gift-effects/rules-queue.ts';
import { words } from '../../../src/features/gift-effects/text.ts';
import { seeded } from '../../../src/wasm/tests/seeded.ts';
import { messageOf } from '../../message-of.ts';
import { expect, test } from 'vitest';
import { loadAllFeatures, openedRoom } from '../../workers/room/harness.ts';
import { TRANSLATE } from '../../../src/ui/features/panel.ts';

const zh = words(TRANSLATE['zh-CN']);
const en = words(TRANSLATE.en);

const bodyOf = (fields: Readonly<Record<string, unknown>>) => messageOf('gift', fields).body;

test('S9 S21 a gift message becomes a display item; a combo belongs to one sender, and the own gift is marked', () => {
  const fields = {
    giftid: 7,
    giftname: '火箭',
    num: 2,
    price: 1_999,
    senderid: 5,
    sendername: '小鱼',
    receivername: '小喵',
    comboId: 'c',
    videoUrls: ['javascript:x', '/a.mp4'],
  };
  const show = readGift(bodyOf(fields), 5);
  expect(show).toMatchObject({
    key: '5:7:c',
    isOwn: true,
    senderId: 5,
    coins: 3_998,
    videoUrl: '/a.mp4',
    receiver: '小喵',
    sender: '小鱼',
  });
  expect(readGift(bodyOf({ ...fields, senderid: 6 }), 5)).toMatchObject({ key: '6:7:c', isOwn: false });
  expect(readGift(bodyOf({ ...fields, senderid: 0 }), 0)?.isOwn).toBe(false);
  const many = { ...fields, receivers: [{ nickname: 'a' }, { nickname: 'b' }, { nickname: 'c' }] };
  expect(readGift(bodyOf(many), 5)?.receiver).toBe('a & b');
  expect(readGift(bodyOf({ ...many, receivers: [{ nickname: '' }, { nickname: 'b' }] }), 5)?.receiver).toBe('b');
  expect(readGift(bodyOf({ ...fields, comboId: '', receiverid: 77 }), 5)?.key).toBe('5:7:77');
  expect(readGift(bodyOf({ ...fields, ext: encodeURIComponent('{"mystic":1}') }), 5)?.senderId).toBe(0);
});

test('S8 S21 hostile fields are truncated, limited or dropped, and a gift without a name is ignored', () => {
  expect(readGift(bodyOf({ giftname: '' }), 5)).toBeNull();
  expect(readGift(bodyOf({ giftname: '  ' }), 5)).toBeNull();
  const show = readGift(
    bodyOf({
      giftname: `<img src=x>${'长'.repeat(5_000)}`,
      num: -3,
      price: Number.MAX_SAFE_INTEGER,
      comboSum: -1,
      comboLevel: 1_000_000,
      comboId: '__proto__'.repeat(100),
      videoUrls: ['data:video/mp4,x', 'javascript:alert(1)', '/a b'],
      iconUrl: 'javascript:alert(1)',
      label: '&lt;b&gt;',
    }),
    5,
  )!;
  expect(Array.from(show.gift)).toHaveLength(24);
  expect(show).toMatchObject({ num: 1, comboSum: 0, comboLevel: 9, videoUrl: '', iconUrl: '', label: '<b>' });
  expect(show.coins).toBeLessThanOrEqual(1_000_000_000);
  expect(show.key.length).toBeLessThan(128);
});

test('S9 S21 a gift shows its round and its sender’s fancy number, if present', () => {
  const show = readGift(bodyOf({ giftname: '火箭', round: 2, roundTotal: 3, fancyNumber: { number: '88888' } }), 5);
  expect(show).toMatchObject({ round: 2, roundTotal: 3, fancyNumber: '88888' });
  expect([zh.round(2, 3), en.round(2, 3), zh.round(2, 0), zh.fancy('88888')]).toEqual(['第 2/3 轮', 'Round 2/3', '第 2 轮', '靓号 88888']);
  expect(readGift(bodyOf({ giftname: '火箭', round: -1 }), 5)).toMatchObject({ round: 0, roundTotal: 0, fancyNumber: '' });
});

const EFFECT_MAX_MS = 12_000;
const STILL_EFFECT_MS = 2_800;
const VIEW_MS = 100;

const gift = (key: string, change: Partial<GiftShow> = {}): GiftShow => ({
  key,
  senderId: 8,
  isOwn: false,
  sender: 'A',
  receiver: 'B',
  gift: '玫瑰',
  iconUrl: '',
  round: 0,
  roundTotal: 0,
  fancyNumber: '',
  label: '',
  num: 1,
  coins: 10,
  comboLevel: 0,
  comboSum: 0,
  videoUrl: '',
  ...change,
});
const OWN = { isOwn: true, sender: '我' } as const;
const VIDEO = { videoUrl: '/x.mp4', coins: 2_000 } as const;

function room() {
  const views: { readonly atMs: number; readonly view: GiftEffectsView }[] = [];
  const { clock, effects, runner } = runMachine(
    giftEffectsMachine,
    () => null,
    ({ view }, atMs) => void (views.at(-1)?.view === view || views.push({ atMs, view })),
  );
  return {
    clock,
    done: effects,
    views,
    add: (show: GiftShow) => runner.send({ type: 'gift', show }),
    send: (event: Parameters<typeof runner.send>[0]) => runner.send(event),
    state: () => runner.state(),
    view: () => runner.state().view,
    /** The view as last sent to the page. */
    told: () => {
      clock.advance(VIEW_MS);
      return runner.state().view;
    },
    keys: () => runner.state().queue.lanes.map((lane) => lane?.show.key ?? '-'),
    playing: () => runner.state().queue.playing?.show.key ?? '-',
  };
}

test('S21 in a storm of 1,000 gifts a second every own gift is on the page within a second, and none is lost', () => {
  const random = seeded(31);
  const it = room();
  const ownAt = new Map<string, number>();
  for (let ms = 0; ms < 10_000; ms++) {
    // Nine of ten are separate combos, some worth far more than the viewer's.
    it.add(gift(`o${random.int(9) === 0 ? ms % 40 : ms}`, { coins: random.int(50_000), ...(random.int(50) === 0 ? VIDEO : {}) }));
    if (ms % 400 === 0) {
      const key = `own${ms}`;
      it.add(gift(key, { ...OWN, gift: key, coins: 1, ...(ms % 2_000 === 0 ? { videoUrl: '/own.mp4' } : {}) }));
      ownAt.set(key, ms);
    }
    it.clock.advance(1);
    const { waiting, effects } = it.state().queue;
    expect(waiting.length + effects.length).toBeLessThan(130);
  }
  const lateness = [...ownAt].map(([key, atMs]) => {
    const seen = it.views.find(({ view }) => view.banners.some((banner) => banner.gift === key));
    return (seen?.atMs ?? Number.POSITIVE_INFINITY) - atMs;
  });
  expect(lateness).toHaveLength(25);
  expect(Math.max(...lateness)).toBeLessThan(1_000);
  const ownEffects = [...ownAt.keys()].filter((key) => it.views.some(({ view }) => view.effect?.gift === key));
  expect(ownEffects).toHaveLength(1);
  // The page gets a few updates a second, not a thousand.
  expect(it.views.length).toBeLessThan(10 * (1_000 / VIEW_MS) + 4 * ownAt.size);
  expect(it.done.some((effect) => effect.type === 'count' && effect.what === 'dropped')).toBe(true);
});

test('S21 an own effect immediately replaces another viewer’s; own ones follow each other; effects of others are ordered by value', () => {
  const it = room();
  it.add(gift('o1', VIDEO));
  it.add(gift('o2', { ...VIDEO, coins: 9_000 }));
  it.add(gift('o3', { ...VIDEO, coins: 20_000 }));
  expect(it.playing()).toBe('o1');
  it.add(gift('own1', { ...OWN, ...VIDEO, coins: 600 }));
  expect([it.playing(), it.told().effect?.isOwn]).toEqual(['own1', true]);
  it.add(gift('own2', { ...OWN, ...VIDEO }));
  expect(it.playing()).toBe('own1');
  const order = ['own1', 'own2', 'o3', 'o2', '-'];
  for (const key of order) {
    expect(it.playing()).toBe(key);
    it.send({ type: 'ended', id: it.state().queue.playing?.id ?? 0, why: 'played' });
  }
});

test('S21 a combo has one effect, and another when its level rises; an effect ends even if the page does not report it', () => {
  const it = room();
  it.add(gift('a', { ...VIDEO, comboLevel: 1 }));
  it.add(gift('a', { ...VIDEO, comboLevel: 1 }));
  expect(it.state().queue.effects).toEqual([]);
  it.add(gift('a', { ...VIDEO, comboLevel: 2 }));
  it.add(gift('a', { ...VIDEO, comboLevel: 3 }));
  expect(it.state().queue.effects).toMatchObject([{ level: 3 }]);
  it.clock.advance(EFFECT_MAX_MS);
  expect([it.playing(), it.state().queue.playing?.level]).toEqual(['a', 3]);
  it.clock.advance(EFFECT_MAX_MS);
  expect(it.playing()).toBe('-');
  // The reported effect was already replaced.
  it.add(gift('b', VIDEO));
  it.send({ type: 'ended', id: 1, why: 'played' });
  expect(it.playing()).toBe('b');
  // Failures are counted, other ends and those of effects that do not play any more are not.
  const ends = ['could not be drawn', 'could not be loaded', 'skipped by the viewer'] as const;
  for (const why of ends) {
    const { id } = it.state().queue.playing!;
    it.send({ type: 'ended', id, why });
    it.send({ type: 'ended', id, why });
    it.add(gift(why, VIDEO));
  }
  expect(it.done).toEqual(ends.slice(0, 2).map((why) => ({ type: 'count', what: 'failed', by: 1, why })));
});

test('S21 the page is updated at most every 100 ms for gifts of others, within 20 ms for own ones, and not without a change', () => {
  const it = room();
  const shown = () => it.view().banners.map(({ gift }) => gift);
  const at = (ms: number) => {
    it.clock.advance(ms);
    return shown();
  };
  it.add(gift('a', { gift: 'a' }));
  expect(shown()).toEqual(['a']);
  it.add(gift('b', { gift: 'b' }));
  expect([at(99), at(1)]).toEqual([['a'], ['a', 'b']]);
  it.add(gift('own', { ...OWN, gift: 'own' }));
  expect([at(19).includes('own'), at(1).includes('own')]).toEqual([false, true]);
  const { length } = it.views;
  const state = it.state();
  it.send({ type: 'switch', isOn: true });
  it.send({ type: 'restored', isOn: true });
  expect([it.state(), it.views.length, it.done]).toEqual([state, length, []]);
});

test('S21 the time limit of an effect begins again when its first picture is shown, because its video is loaded before', () => {
  const it = room();
  it.add(gift('a', VIDEO));
  const { id } = it.state().queue.playing!;
  it.clock.advance(EFFECT_MAX_MS - 1);
  // The report of a replaced effect does not prolong the current one.
  it.send({ type: 'shown', id: id + 1 });
  it.send({ type: 'shown', id });
  it.clock.advance(EFFECT_MAX_MS - 1);
  expect(it.playing()).toBe('a');
  it.clock.advance(1);
  expect(it.playing()).toBe('-');
});

test('S21 without a video an expensive gift has a still effect, a cheap one only its banner; the price selects corner or whole picture', () => {
  const it = room();
  it.add(gift('cheap', { coins: 1_999 }));
  expect(it.playing()).toBe('-');
  it.add(gift('dear', { coins: 5_200 }));
  expect(it.told().effect).toMatchObject({ videoUrl: '', tier: 'beside' });
  it.clock.advance(STILL_EFFECT_MS);
  expect(it.playing()).toBe('-');
  expect([0, 1_999, 2_000, 9_999, 10_000].map((coins) => tierOf({ coins, videoUrl: '' }))).toEqual([
    null,
    null,
    'beside',
    'beside',
    'full',
  ]);
  expect([0, 4_999, 5_000].map((coins) => tierOf({ coins, videoUrl: '/a.mp4' }))).toEqual(['beside', 'beside', 'full']);
});

test('S21 the switch removes effects and keeps banners; it is stored', () => {
  const it = room();
  it.add(gift('a', VIDEO));
  it.send({ type: 'switch', isOn: false });
  it.told();
  expect([it.view().effect, it.view().isOn, it.view().banners.length]).toEqual([null, false, 1]);
  expect(it.done).toEqual([{ type: 'store', isOn: false }]);
  it.add(gift('own', { ...OWN, ...VIDEO }));
  expect(it.playing()).toBe('-');
  it.send({ type: 'switch', isOn: true });
  it.add(gift('b', VIDEO));
  expect(it.playing()).toBe('b');
  const restored = room();
  restored.send({ type: 'restored', isOn: false });
  expect([restored.view().isOn, restored.done]).toEqual([false, []]);
});

test('S21 a smaller region shows fewer banners: those without a lane wait and return', () => {
  const it = room();
  for (const key of ['a', 'b', 'c']) it.add(gift(key));
  expect(it.keys()).toEqual(['a', 'b', 'c']);
  it.send({ type: 'lanes', count: 1 });
  expect(it.state().queue.lanes).toHaveLength(1);
  expect(it.keys()).toEqual(['a']);
  // A waiting banner is shown as soon as there is a lane.
  it.send({ type: 'lanes', count: 3 });
  it.told();
  expect([...it.keys()].sort()).toEqual(['a', 'b', 'c']);
  // Numbers that no region can have.
  for (const bad of [0, -1, 4, 1.5, Number.NaN]) {
    it.send({ type: 'lanes', count: bad });
    expect(it.state().queue.lanes.length).toBeLessThanOrEqual(EFFECT_LIMITS.lanes.value);
    expect(it.state().queue.lanes.length).toBeGreaterThan(0);
  }
});

test('S21 P42 effects that were switched off stay off in the next visit, and a failure of their files is reported', async () => {
  await loadAllFeatures();
  const key = 'footlight.gift-effects.on';
  for (const [value, isOn] of [
    [false, false],
    [true, true],
  ] as const) {
    const room = await openedRoom({ storage: { [key]: JSON.stringify({ value, untilMs: null }) } });
    const act = (action: object): void => room.act({ type: 'feature', feature: 'gift-effects', action });
    act({ type: 'wake' });
    act({ type: 'cache-failed', failure: { code: 'HTTP_NETWORK', detail: 'effect' } });
    await room.settle(40);
    expect(room.view().features['gift-effects']).toMatchObject({ view: { isOn } });
    expect(room.reported('failure').filter(({ detail }) => detail === 'effect')).toHaveLength(1);
  }
});
