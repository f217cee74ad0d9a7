import { expect, test } from 'vitest';
import {
  ANSWER_WHYS,
  liveCheckMachine,
  LIVE_CHECK_LIMITS,
  type LiveCheck,
  type LiveCheckEffect,
  type LiveCheckEvent,
  type ShownState,
} from '../../../../src/core/room/start/live-check.ts';
import { seeded } from '../../../seeded.ts';

function liveCheck(firstMs: number | null = null) {
  let state: LiveCheck = liveCheckMachine.initial;
  let nowMs = 0;
  const effects: LiveCheckEffect[] = [];
  return {
    effects,
    state: () => state,
    nowMs: () => nowMs,
    send(event: LiveCheckEvent | { readonly type: 'tick' }) {
      const [next, ...made] = liveCheckMachine.step(state, event, nowMs, { firstMs });
      state = next;
      effects.push(...made);
      return this;
    },
    /** Advances the time and ticks the machine at its deadlines. */
    pass(ms: number) {
      const endMs = nowMs + ms;
      for (
        let due = liveCheckMachine.deadlineMs(state, { firstMs });
        due !== null && due <= endMs;
        due = liveCheckMachine.deadlineMs(state, { firstMs })
      ) {
        nowMs = Math.max(nowMs, due);
        this.send({ type: 'tick' });
      }
      nowMs = endMs;
      return this;
    },
    asks: () => effects.filter((effect) => effect.type === 'ask').length,
    last: () => effects.at(-1),
  };
}

test('P7 a live room is not polled; an offline, failed, limited or guest-occupied one is, at growing intervals', () => {
  const counts = (['quiet', 'live', 'guest', 'offline', 'failed', 'limited'] as const).map((shown: ShownState) => {
    const room = liveCheck().send({ type: 'shown', shown });
    for (let second = 0; second < 3_600; second++) {
      room.pass(1_000);
      if (room.state().name === 'asking') room.send({ type: 'answer', liveStatus: shown === 'guest' ? 1 : 0 });
    }
    return [shown, room.asks()] as const;
  });
  for (const [shown, asks] of counts) {
    if (shown === 'quiet' || shown === 'live') expect(asks).toBe(0);
    // At least every two minutes and at most every minute.
    else expect([asks >= 28, asks <= 64]).toEqual([true, true]);
  }
});

test('P6 P21 a push, the addresses and the player cause an immediate request; a report during a request causes another one after it', () => {
  const room = liveCheck().send({ type: 'shown', shown: 'live' }).pass(5_000);
  room.send({ type: 'check', why: 'the addresses say that the stream is over' });
  expect(room.last()).toEqual({ type: 'ask', why: 'the addresses say that the stream is over' });
  room.send({ type: 'push', liveStatus: 0 });
  expect(room.asks()).toBe(1);
  room.send({ type: 'answer', liveStatus: 0 });
  expect(room.last()).toEqual({ type: 'take-answer', why: 'the live info says so' });
  room.pass(LIVE_CHECK_LIMITS.askGapMs.value);
  expect(room.last()).toEqual({ type: 'ask', why: 'a push' });
  // An answer without a shown state and an unrequested answer change nothing.
  expect(liveCheck().send({ type: 'push', liveStatus: 1 }).send({ type: 'answer', liveStatus: 1 }).effects).toEqual([]);
});

test('P6 an answer that contradicts a push is requested again a few times and then applies; without any answer the push applies', () => {
  const seen = new Set<string>();
  const note = (room: ReturnType<typeof liveCheck>): void => {
    for (const effect of room.effects) if (effect.type !== 'ask') seen.add(effect.why);
  };
  const lagging = liveCheck().send({ type: 'shown', shown: 'offline' }).pass(5_000).send({ type: 'push', liveStatus: 1 });
  for (let i = 1; i < LIVE_CHECK_LIMITS.claimTries.value; i++) {
    lagging.send({ type: 'answer', liveStatus: 0 });
    expect(lagging.last()).toMatchObject({ type: 'ask' });
    lagging.pass(LIVE_CHECK_LIMITS.claimGapMs.value);
  }
  expect(lagging.asks()).toBe(LIVE_CHECK_LIMITS.claimTries.value);
  lagging.send({ type: 'answer', liveStatus: 0 });
  expect(lagging.last()).toMatchObject({ type: 'take-answer' });
  note(lagging);

  const mute = liveCheck().send({ type: 'shown', shown: 'offline' }).pass(5_000).send({ type: 'push', liveStatus: 1 });
  for (let i = 0; i < LIVE_CHECK_LIMITS.claimTries.value; i++) mute.send({ type: 'answer', liveStatus: null }).pass(3_000);
  expect(mute.effects).toContainEqual({ type: 'take-push', liveStatus: 1, why: 'no answer, and the push stands' });
  note(mute);

  const silent = liveCheck().send({ type: 'shown', shown: 'offline' }).pass(20_000).send({ type: 'answer', liveStatus: null });
  expect(silent.last()).toMatchObject({ type: 'ask' });
  // Two reasons have no effect of their own; the effects above that follow them prove that they were reached.
  expect([...seen, 'nothing was answered', 'not what was pushed, which may be newer'].toSorted()).toEqual([...ANSWER_WHYS].toSorted());
});

test('P6 for any order of events no request is sent within the gap or during another one, and polling never stops', () => {
  const random = seeded(31);
  for (let run = 0; run < 200; run++) {
    const room = liveCheck(run % 2 === 0 ? null : 1_500).send({ type: 'shown', shown: 'offline' });
    let askedMs = Number.NEGATIVE_INFINITY;
    let asks = 0;
    for (let i = 0; i < 120; i++) {
      const wasAsking = room.state().name === 'asking';
      const event = random.pick<LiveCheckEvent>([
        { type: 'push', liveStatus: 0 },
        { type: 'push', liveStatus: 1 },
        { type: 'check', why: 'the player gave up' },
        { type: 'answer', liveStatus: random.pick([0, 1, null]) },
        { type: 'shown', shown: random.pick(['live', 'offline', 'failed', 'limited', 'guest']) },
      ]);
      room.send(event);
      if (room.asks() > asks) {
        expect(wasAsking && event.type !== 'answer').toBe(false);
        expect(room.nowMs() - askedMs).toBeGreaterThanOrEqual(LIVE_CHECK_LIMITS.askGapMs.value);
        askedMs = room.nowMs();
      }
      asks = room.asks();
      const before = room.asks();
      room.pass(random.int(900));
      if (room.asks() > before) askedMs = room.state().askedMs;
      asks = room.asks();
    }
    room.send({ type: 'answer', liveStatus: 0 }).send({ type: 'shown', shown: 'quiet' }).send({ type: 'shown', shown: 'offline' });
    for (let i = 0; i < 10 && room.state().name === 'still'; i++) room.pass(30_000);
    expect(room.state().name).toBe('asking');
  }
});
