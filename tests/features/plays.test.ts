/** Every feature with a scripted session, as each of its viewers sees it. */
import { describe, expect, test } from 'vitest';
import { SESSIONS } from '../../mocks/sessions/sessions.ts';
import { seeded } from '../../src/wasm/tests/seeded.ts';
import { playedFeature, VIEWER_ID, type View } from '../feature-plays.ts';
import { disorder, HERE } from '../feature-room.ts';
import { CHOSEN, wiresOf } from '../wires/chosen.ts';

/** Time in which every session has left the page: the longest, a game of the star, takes half an hour. */
const MAX_PLAY_MS = 2_000_000;
const STEP_MS = 10_000;
/** Sessions without a state that a late viewer receives: each of their messages is an event. */
const EVENTS: readonly string[] = ['emotion', 'guard', 'notices', 'open-app'];
/** Features that a viewer opens, and chat rules, which stay until the star changes them. */
const OTHERS: readonly string[] = ['chat-mode', 'chat-tools', 'live-flash', 'ranks'];

/** Members of views that are the same for every viewer. */
const SHARED = ['key', 'gameId', 'songName', 'question', 'kits', 'clans', 'round', 'phase'] as const;

type Play = Awaited<ReturnType<typeof playedFeature>>;
function playToEnd(play: Play): void {
  for (let ms = 0; ms < MAX_PLAY_MS && (play.phase() !== null || play.viewers.some((viewer) => viewer.view() !== null)); ms += STEP_MS)
    play.advance(STEP_MS);
}

function expectNothingLeft(play: Play, title?: string): void {
  expect(play.phase(), title).toBeNull();
  for (const viewer of play.viewers) expect([viewer.view(), viewer.errors, viewer.clock.timers()], title).toEqual([null, [], 0]);
  play.host.dispose();
}

const PLAYED = SESSIONS.map(({ feature }) => feature);
const NAMES = CHOSEN.map(({ name }) => name).filter((name) => PLAYED.includes(name) && !OTHERS.includes(name));

describe.each(NAMES)('S9 S37 %s with its scripted session', (name) => {
  test('plays from its start to its settlement: it is shown, and in the end nothing is left', async () => {
    const play = await playedFeature(name, [VIEWER_ID, 7]);
    play.start();
    // A song is shown when it is sung.
    for (let second = 0; second < 10 && play.viewers.some((viewer) => viewer.view() === null); second++) play.advance(1_000);
    for (const viewer of play.viewers) expect(viewer.view()).not.toBeNull();
    expect(play.phase()).not.toBeNull();
    playToEnd(play);
    expectNothingLeft(play);
  });

  test('with lost, doubled and reordered messages never throws and settles', async () => {
    for (let seed = 1; seed <= 8; seed++) {
      const shuffle = disorder(seeded(seed));
      const play = await playedFeature(name, [VIEWER_ID, 7], (to, push) => (to.userId === 7 ? shuffle(to, push) : to.take(push)));
      for (let round = 0; round < 2; round++) {
        play.start();
        play.advance(20_000);
        play.end();
        play.advance(5_000);
      }
      playToEnd(play);
      expectNothingLeft(play, `seed ${seed}`);
    }
  });
});

describe.each(NAMES.filter((name) => !EVENTS.includes(name)))('S9 S37 %s, whose session has a state', (name) => {
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
    const key = (view: View | null | undefined) => SHARED.map((member) => view?.[member]);
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
    viewer?.clock.advance(MAX_PLAY_MS);
    expect([viewer?.view(), viewer?.clock.timers()]).toEqual([null, 0]);
    play.host.dispose();
  });
});

const JOINED = NAMES.filter((name) => {
  const { actions } = wiresOf(name).actions[0];
  return actions['request']?.some((call) => 'fields' in call && Object.hasOwn(call.fields as object, 'gameId'));
});
const join = (gameId: number) => ({ type: 'request', verb: 'join', fields: { gameId } });
test.each(JOINED)('S9 S37 joining the game of %s changes what everybody sees', async (name) => {
  const play = await playedFeature(name, [VIEWER_ID, 7]);
  const [mine, other] = play.viewers;
  play.start();
  play.advance(5_000);
  const before = JSON.stringify(other?.view());
  await mine!.act(join((mine!.view() as { readonly gameId: number }).gameId));
  expect(mine?.view()).toMatchObject({ request: { name: 'done' } });
  expect(JSON.stringify(other?.view())).not.toBe(before);
  await mine!.act(join(1));
  expect(mine?.view()).toMatchObject({ request: { name: 'failed', text: '这一局已经结束' } });
  play.host.dispose();
});
