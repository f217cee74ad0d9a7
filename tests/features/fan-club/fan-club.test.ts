import { beforeAll, expect, test } from 'vitest';
import { loadAllFeatures, openedRoom } from '../../workers/room/harness.ts';
import { messageOf } from '../../message-of.ts';
import { DEFAULT_SWITCHES } from '../../../src/core/room/people/fandom-switches.ts';
import {
  clubOf,
  fanClubMachine,
  levelProgress,
  readClub,
  type ClubInfo,
  type FanClub,
  type FanClubEvent,
} from '../../../src/features/fan-club/room.ts';

beforeAll(loadAllFeatures);

test('S34 S24 a guest who logs in at the fan club sees the own club, and a late answer for the guest is dropped', async () => {
  const answers: ((club: object) => void)[] = [];
  const club = (): Promise<object> => new Promise((resolve) => void answers.push(resolve));
  const clubOf = (plateId: number): object => ({ code: 0, data: { clubName: '星光', plateId } });
  const room = await openedRoom({ answers: { '/fandom/switch': { switchInfos: [] }, '/fandom/club': club } }, 0);
  room.act({ type: 'feature', feature: 'fan-club', action: { type: 'entry' } });
  await room.settle(100);
  room.act({ type: 'login', userId: 8, token: 'u', nickname: '别人' });
  await room.settle(100);
  expect(answers).toHaveLength(2);
  answers[0]!(clubOf(0));
  await room.settle(100);
  expect(room.view().features['fan-club']).toMatchObject({ view: { name: 'loading' } });
  answers[1]!(clubOf(7));
  await room.settle(100);
  expect(room.view().features['fan-club']).toMatchObject({ view: { name: 'shown', club: { plateId: 7 } } });
});

test('S34 a refused change shows the text of the service, one without an answer is reported; both leave the club as it was', async () => {
  const answers = {
    '/fandom/switch': { switchInfos: [] },
    '/fandom/club': { code: 0, data: { clubName: '星光', plateId: 7 } },
    '/fandom/join': { code: 12, msg: '等级不够' },
    '/fandom/light-up': new Error('no network'),
  };
  const room = await openedRoom({ cookie: 'fx_userid=8; fx_token=t', answers }, 0);
  const after = async (type: string) => {
    room.act({ type: 'feature', feature: 'fan-club', action: { type } });
    await room.settle(100);
    return room.view().features['fan-club'];
  };
  const shown = { name: 'shown', club: { clubName: '星光', plateId: 7 }, isBusy: false };
  expect(await after('entry')).toMatchObject({ view: { ...shown, failure: null } });
  const failures = () => room.reported('failure').filter(({ code }) => /FEATURE_REFUSED|HTTP_NETWORK/.test(code));
  expect(await after('join')).toMatchObject({ view: { ...shown, failure: { what: 'join', text: '等级不够' } } });
  expect(failures()).toEqual([]);
  expect(await after('light-up')).toMatchObject({ view: { ...shown, failure: { what: 'light-up', text: '' } } });
  expect(failures()).toMatchObject([{ code: 'HTTP_NETWORK' }]);
  expect(room.asked.filter(({ url }) => /join|light-up/.test(url.pathname)).map(({ url, init }) => [url.href, init])).toMatchObject([
    ['https://secure.test/fandom/join', { method: 'POST', credentials: 'include', body: '{"roomId":1001}' }],
    ['https://secure.test/fandom/light-up', { method: 'POST' }],
  ]);
  const without = await openedRoom({ answers: { ...answers, '/fandom/club': new Error('no network') } }, 0);
  without.act({ type: 'feature', feature: 'fan-club', action: { type: 'entry' } });
  await without.settle(100);
  expect(without.view().features['fan-club']).toMatchObject({ view: { name: 'failed' } });
});

function run(userId: number, ...events: readonly FanClubEvent[]) {
  let state: FanClub = fanClubMachine.initial;
  const done: string[] = [];
  for (const event of events) {
    const [next, ...effects] = fanClubMachine.step(state, event, 0, { userId });
    state = next;
    done.push(...effects.map((effect) => effect.type));
  }
  return { state, done };
}
const read = readClub({ code: 0, data: { intimacyLevel: 3, intimacy: 450, plateId: 7, lightUp: 0, lightUpGuide: '送礼点亮' } });
const club = (read.ok ? read.value : null) as ClubInfo;
const ready: readonly FanClubEvent[] = [{ type: 'entry' }, { type: 'switches', switches: DEFAULT_SWITCHES }, { type: 'club', club }];

test('S34 every field of the club info is read, and a missing name and bad fields have defaults', () => {
  expect(club).toEqual({
    intimacyLevel: 3,
    intimacy: 450,
    guard: false,
    guardType: 0,
    littleGuard: false,
    clubName: '粉丝团',
    isFollow: false,
    plateId: 7,
    lightUp: false,
    lightUpGuide: '送礼点亮',
    members: 0,
  });
  expect(readClub({ code: 0, data: { intimacy: -1, clubName: 'x'.repeat(99), guard: 1 } })).toMatchObject({
    ok: true,
    value: { intimacy: 0, clubName: 'x'.repeat(24), guard: true },
  });
  const full = { ...club, guard: true, guardType: 2, littleGuard: true, isFollow: true, lightUp: true, members: 5 };
  expect(readClub({ code: 0, data: full })).toEqual({ ok: true, value: full });
  for (const bad of [null, {}, { code: 5 }]) expect(readClub(bad).ok).toBe(false);
  expect(levelProgress({ intimacyLevel: 3, intimacy: 450 })).toBe(0.5);
  expect(levelProgress({ intimacyLevel: 0, intimacy: 0 })).toBe(0);
});

test('S34 the dialog opens after both answers, in either order, and fails without the club', () => {
  expect(run(7, ...ready)).toMatchObject({ state: { name: 'shown', isBusy: false }, done: ['fetch-switches', 'fetch-club'] });
  expect(run(7, { type: 'entry' }, { type: 'club', club }).state.name).toBe('loading');
  expect(run(7, { type: 'entry' }, { type: 'failed' }, { type: 'entry' }).state.name).toBe('loading');
  expect(run(7, { type: 'entry' }, { type: 'close' }, { type: 'club', club }).state.name).toBe('closed');
});

test('S34 after the dialog was closed and opened again, the club that arrives is shown, also if the other request fails', () => {
  const [open, switches, arrives] = ready as readonly [FanClubEvent, FanClubEvent, FanClubEvent];
  const again: readonly FanClubEvent[] = [open, { type: 'close' }, open];
  const failed: FanClubEvent = { type: 'failed' };
  for (const events of [
    [arrives, failed, switches],
    [switches, failed, arrives],
    [failed, switches, arrives],
    [failed, arrives, switches],
    [switches, arrives, failed],
  ])
    expect(run(7, ...again, ...events).state).toMatchObject({ name: 'shown', club: { plateId: 7 } });
  expect(run(7, ...again, switches, failed, failed).state).toMatchObject({ name: 'failed' });
  // The answer of a change contains the club as well.
  const joined: FanClubEvent = { type: 'done', club: { ...club, plateId: 9 } };
  expect(run(7, ...ready, { type: 'join' }, { type: 'close' }, open, switches, failed, joined).state).toMatchObject({
    name: 'shown',
    isBusy: false,
    club: { plateId: 9 },
  });
});

test('S34 joining and lighting up need a login, one change at a time; the answer contains the new state of the club', () => {
  expect(run(0, ...ready, { type: 'join' }).done.at(-1)).toBe('login');
  const lit = { ...club, lightUp: true };
  const it = run(7, ...ready, { type: 'light-up' }, { type: 'light-up' }, { type: 'done', club: lit });
  expect(it.done.slice(2)).toEqual(['light-up']);
  expect(it.state).toMatchObject({ name: 'shown', isBusy: false, club: { lightUp: true } });
});

test('S34 after a login the open club is requested again, because it was that of a guest; a closed one stays closed', () => {
  const it = run(7, ...ready, { type: 'join' }, { type: 'login-changed' });
  expect(it.state).toEqual({ name: 'loading', isBusy: false, switches: null, club: null });
  expect(it.done.slice(-2)).toEqual(['fetch-switches', 'fetch-club']);
  expect(run(7, { type: 'entry' }, { type: 'failed' }, { type: 'login-changed' }).state.name).toBe('loading');
  expect(run(7, { type: 'login-changed' })).toMatchObject({ state: { name: 'closed' }, done: [] });
});

test('S34 a failed change is shown until the next attempt, with the service’s text if there is one', () => {
  expect(readClub({ code: 12, msg: '等级不够' })).toEqual({ ok: false, error: { code: 'FEATURE_REFUSED', detail: '等级不够' } });
  const failure = { what: 'join', text: '等级不够' } as const;
  const refused = run(7, ...ready, { type: 'join' }, { type: 'refused', failure });
  expect(refused.state).toMatchObject({ name: 'shown', isBusy: false, club, failure });
  expect(run(7, ...ready, { type: 'join' }, { type: 'refused', failure }, { type: 'join' }).state).toMatchObject({
    isBusy: true,
    failure: null,
  });
});

test('S34 an open dialog applies newer messages about the club; a closed one stays closed', () => {
  const update = (version: number, intimacy: number): FanClubEvent => ({ type: 'update', version, club: { ...club, intimacy } });
  expect(run(7, ...ready, update(2, 500), update(1, 400)).state).toMatchObject({ club: { intimacy: 500 } });
  expect(run(7, update(2, 500)).state.name).toBe('closed');
});

test('S34 a message about the club contains everything that the dialog shows', () => {
  const same = { guardType: 2, plateId: 9, isFollow: true, lightUpGuide: 'x', members: 12 };
  const { body } = messageOf('fandom-update', { ...same, intimacyLevel: 4, guard: 1 });
  const missing = { intimacy: 0, littleGuard: false, clubName: '粉丝团', lightUp: false };
  expect(clubOf(body)).toEqual({ ...same, ...missing, intimacyLevel: 4, guard: true });
});

test('S34 a dialog that is closed and opened again does not send a pending change twice, and applies its response', () => {
  const again: readonly FanClubEvent[] = [...ready, { type: 'join' }, { type: 'close' }, ...ready];
  expect(run(7, ...again, { type: 'join' }).done.filter((type) => type === 'join')).toHaveLength(1);
  const joined: FanClubEvent = { type: 'done', club: { ...club, plateId: 9 } };
  expect(run(7, ...again, joined).state).toMatchObject({ name: 'shown', isBusy: false, club: { plateId: 9 } });
  // A response that comes before the list: the club from before the change does not replace it.
  const early = run(7, ...ready, { type: 'join' }, { type: 'close' }, { type: 'entry' }, joined, ...ready.slice(1).toReversed());
  expect(early.state).toMatchObject({ name: 'shown', isBusy: false, club: { plateId: 9 } });
  // A response while the dialog is closed ends the pending change.
  for (const end of [joined, { type: 'refused', failure: 'no' } as never])
    expect(run(7, ...ready, { type: 'join' }, { type: 'close' }, end).state).toEqual({ name: 'closed', isBusy: false });
  expect(
    run(7, ...ready, { type: 'join' }, { type: 'close' }, joined, ...ready, { type: 'join' }).done.filter((type) => type === 'join'),
  ).toHaveLength(2);
});
