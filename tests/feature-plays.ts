/** Tests of a feature with its scripted session, which tests/features/NAME calls. */
import { expect, test } from 'vitest';
import { SESSIONS } from '../mocks/sessions/sessions.ts';
import { loadRoomHalf } from '../src/workers/room/features/feature-loader.ts';
import { disorder, HERE, featureRoom, playFeature } from './feature-room.ts';
import { seeded } from './seeded.ts';

export const VIEWER_ID = 880_001;
export type View = Readonly<Record<string, unknown>>;

/** One feature with its scripted session, for one viewer per id. */
export async function playedFeature(name: string, userIds: readonly number[], deliver?: Parameters<typeof playFeature<View>>[2]) {
  const half = await loadRoomHalf(name);
  const viewers = userIds.map((userId) => featureRoom(half, { userId, feature: name }, (view) => view as View));
  const play = playFeature(
    SESSIONS.filter(({ feature }) => feature === name),
    viewers,
    deliver,
  );
  return {
    ...play,
    viewers,
    start: () => play.host.command(HERE, name, 'start'),
    end: () => play.host.command(HERE, name, 'end'),
    phase: () => play.phase(name),
  };
}

/** `endMs`: time until the scripted session has left the page. */
export function testsOfPlay(name: string, endMs: number): void {
  test('plays from its start to its settlement: it is shown, and in the end nothing is left', async () => {
    const play = await playedFeature(name, [VIEWER_ID, 7]);
    play.start();
    play.advance(1_000);
    for (const viewer of play.viewers) expect(viewer.view()).not.toBeNull();
    expect(play.phase()).not.toBeNull();
    play.advance(endMs);
    expect(play.phase()).toBeNull();
    for (const viewer of play.viewers) {
      expect(viewer.view()).toBeNull();
      expect(viewer.errors).toEqual([]);
      expect(viewer.clock.timers()).toBe(0);
    }
    play.host.dispose();
  });

  test('with lost, doubled and reordered messages never throws and settles', async () => {
    for (let seed = 1; seed <= 8; seed++) {
      const play = await playedFeature(name, [VIEWER_ID], disorder(seeded(seed)));
      for (let round = 0; round < 2; round++) {
        play.start();
        play.advance(20_000);
        play.end();
        play.advance(5_000);
      }
      play.advance(endMs);
      const [viewer] = play.viewers;
      expect(viewer?.errors, `seed ${seed}`).toEqual([]);
      expect(viewer?.view(), `seed ${seed}`).toBeNull();
      expect(viewer?.clock.timers(), `seed ${seed}`).toBe(0);
      play.host.dispose();
    }
  });
}

/** For a session whose current state is sent to a viewer who joins; others send each message once. */
export function testsOfState(name: string): void {
  test('a late viewer sees the current state, and a repeated state changes nothing', async () => {
    let isJoined = false;
    const play = await playedFeature(name, [VIEWER_ID, 7], (viewer, push) => {
      if (viewer.userId === VIEWER_ID || isJoined) viewer.take(push);
    });
    const [early, late] = play.viewers;
    play.start();
    play.advance(9_000);
    expect(late?.view()).toBeNull();
    isJoined = true;
    play.host.join(HERE, 'c1', []);
    expect(late?.view()).not.toBeNull();
    const key = (view: Readonly<Record<string, unknown>> | null | undefined) =>
      view?.['key'] ?? view?.['gameId'] ?? view?.['songName'] ?? null;
    expect(key(late?.view())).toEqual(key(early?.view()));
    const before = late?.view();
    play.host.join(HERE, 'c1', []);
    expect(key(late?.view())).toEqual(key(before));
    play.host.dispose();
  });

  test('without further messages ends by its own deadline', async () => {
    let isCut = false;
    const play = await playedFeature(name, [VIEWER_ID], (viewer, push) => {
      if (!isCut) viewer.take(push);
    });
    const [viewer] = play.viewers;
    play.start();
    play.advance(9_000);
    expect(viewer?.view()).not.toBeNull();
    isCut = true;
    viewer?.clock.advance(2_000_000);
    expect(viewer?.view()).toBeNull();
    expect(viewer?.clock.timers()).toBe(0);
    play.host.dispose();
  });
}

export function testOfJoining(name: string): void {
  test('joining changes what everybody sees', async () => {
    const play = await playedFeature(name, [VIEWER_ID, 7]);
    const [mine, other] = play.viewers;
    play.start();
    play.advance(5_000);
    const before = JSON.stringify(other?.view());
    await mine!.act({ type: 'join', gameId: (mine!.view() as { readonly gameId: number }).gameId });
    expect(mine?.view()).toMatchObject({ ask: { name: 'done' } });
    expect(JSON.stringify(other?.view())).not.toBe(before);
    await mine!.act({ type: 'join', gameId: 1 });
    expect(mine?.view()).toMatchObject({ ask: { name: 'failed', text: '这一局已经结束' } });
    play.host.dispose();
  });
}
