import { runMachine } from '../../run-machine.ts';
import { expect, test } from 'vitest';
import { NO_AD } from '../../../src/features/ad/rules-before-live.ts';
import { adMachine as MACHINE, adView, rememberAd, type AdContext } from '../../../src/features/ad/room.ts';

const AD = { ...NO_AD, adSwitch: 1, concertId: 'c1', src: '/ad.mp4', durationS: 10 };

function ad(given: Partial<AdContext> = {}) {
  const it = runMachine(MACHINE, (): AdContext => ({ isLive: true, hasPoster: true, watched: [], userId: 5, ...given }));
  return { ...it, did: () => it.effects.map((effect) => effect.type) };
}

function playing(change: Partial<typeof AD> = {}) {
  const one = ad();
  for (const event of [{ type: 'query' }, { type: 'offered' }, { type: 'answer', config: { ...AD, ...change } }] as const)
    one.runner.send(event);
  const progress = (positionS: number, durationS: number, afterMs = 1_000): void => {
    one.clock.advance(afterMs);
    one.runner.send({ type: 'progress', positionS, durationS });
  };
  return { ...one, progress, view: () => adView(one.runner.state()), left: () => one.effects.slice(2) };
}

test('P8 a frozen ad and one that never reports its end do not delay live further', () => {
  const frozen = playing();
  frozen.progress(2, 10);
  for (let second = 0; second < 7; second++) frozen.progress(2, 10);
  expect(frozen.left()).toEqual([]);
  frozen.clock.advance(1_000);
  expect(frozen.left()).toEqual([{ type: 'leave-stage', why: 'the ad froze' }]);
  const neverBegun = playing();
  neverBegun.clock.advance(8_000);
  expect(neverBegun.left()).toEqual([{ type: 'leave-stage', why: 'the ad froze' }]);
  const endless = playing();
  for (let second = 1; second <= 124; second++) endless.progress(10 + second / 100, 10);
  expect(endless.left()).toEqual([]);
  endless.progress(20, 10);
  expect(endless.left()).toEqual([{ type: 'leave-stage', why: 'the ad did not end in time' }]);
  const over = playing();
  over.progress(1, 3);
  over.clock.advance(6_999);
  expect(over.left()).toEqual([]);
  over.clock.advance(1);
  expect(over.left()).toEqual([{ type: 'leave-stage', why: 'the ad did not end in time' }]);
  over.runner.send({ type: 'ended', failed: false });
  expect(over.left()).toHaveLength(1);
});

test('P8 an ad that ended is remembered, a failed one is not; an endless duration counts as the announced one', () => {
  const end = (failed: boolean) => {
    const one = playing();
    one.runner.send({ type: 'ended', failed });
    return one.left();
  };
  expect(end(false)).toEqual([
    { type: 'remember', concertId: 'c1' },
    { type: 'leave-stage', why: 'the ad ended' },
  ]);
  expect(end(true)).toEqual([{ type: 'leave-stage', why: 'the ad failed' }]);
  const one = playing();
  one.progress(1, 3_600);
  expect(one.view()?.leftS).toBe(9);
  one.progress(2, 120);
  expect(one.view()?.leftS).toBe(118);
});

test('P8 an ad can be skipped only if the service allows it and not before its second, and is not shown again', () => {
  const none = playing();
  none.progress(9, 10);
  expect(none.view()?.skipInS).toBeNull();
  none.runner.send({ type: 'skip' });
  expect(none.left()).toEqual([]);
  expect(playing({ skipAfterS: 0 }).view()?.skipInS).toBe(0);
  const one = playing({ skipAfterS: 3 });
  expect(one.view()?.skipInS).toBe(3);
  one.progress(2.2, 10);
  expect(one.view()?.skipInS).toBe(1);
  one.runner.send({ type: 'skip' });
  expect(one.left()).toEqual([]);
  one.progress(3, 10);
  one.runner.send({ type: 'paused', isPaused: true });
  expect([one.view()?.skipInS, one.left()]).toEqual([0, []]);
  one.runner.send({ type: 'skip' });
  expect(one.left()).toEqual([
    { type: 'remember', concertId: 'c1' },
    { type: 'leave-stage', why: 'the viewer skipped the ad' },
  ]);
  expect(one.view()).toBeNull();
});

test('P8 before the ad plays, what the page says of it changes nothing', () => {
  for (const before of [[], [{ type: 'query' }], [{ type: 'query' }, { type: 'answer', config: { ...AD, skipAfterS: 1 } }]] as const) {
    const one = ad();
    for (const event of before) one.runner.send(event);
    const { length } = one.effects;
    for (const event of [{ type: 'paused', isPaused: true }, { type: 'skip' }, { type: 'ended', failed: true }] as const)
      one.runner.send(event);
    expect(one.effects).toHaveLength(length);
    expect(adView(one.runner.state())).toBeNull();
  }
});

test('P8 the link depends on whether the concert is live now', () => {
  expect(playing().view()?.isOnNow).toBe(false);
  expect(playing({ playing: 1 }).view()?.isOnNow).toBe(true);
});

test('P8 the query is sent immediately, and the offer is answered after both, in either order', () => {
  const early = ad();
  early.runner.send({ type: 'query' });
  early.runner.send({ type: 'answer', config: AD });
  expect(early.did()).toEqual(['query']);
  early.runner.send({ type: 'offered' });
  expect(early.did()).toEqual(['query', 'take-stage']);
  const late = ad();
  late.runner.send({ type: 'query' });
  late.runner.send({ type: 'offered' });
  late.runner.send({ type: 'answer', config: null });
  expect(late.effects).toEqual([{ type: 'query' }, { type: 'leave-stage', why: 'the ad query failed' }]);
});

test('P8 a withdrawn ad is over: its late answer and its end change nothing', () => {
  const one = ad();
  one.runner.send({ type: 'query' });
  one.runner.send({ type: 'offered' });
  one.runner.send({ type: 'withdrawn' });
  one.runner.send({ type: 'answer', config: AD });
  one.runner.send({ type: 'ended', failed: false });
  expect([one.did(), one.runner.state()]).toEqual([['query'], { name: 'over' }]);
  expect(one.clock.timers()).toBe(0);
});

test('P8 the memory of watched ads keeps the newest 50, each once', () => {
  let watched: readonly string[] = [];
  for (let ad = 0; ad < 200; ad++) watched = rememberAd(watched, `1:${ad}`);
  expect([watched.length, watched.at(-1)]).toEqual([50, '1:199']);
  expect(rememberAd(['1:1', '1:2'], '1:1')).toEqual(['1:2', '1:1']);
});
