import { fieldsOf, flagOf, isFields, wholeOf } from '../../player/base/answer-fields.ts';
import { countOf } from '../../core/counts.ts';
import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import { err, ok, type Result } from '../../core/errors.ts';
import type { Switches } from '../../core/room/people/fandom-switches.ts';
import { isNewer, type Newest } from '../../core/room/feature/feature-message.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import type { Request } from '../../wire/http.ts';
import { defineRoomPart, loginChanged, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { fetchSwitches } from '../../workers/room/features/fandom-switches.ts';

/** S34. */
const DEFAULT_CLUB_NAME = '粉丝团';

const MAX_NAME_CHARS = 24;
const MAX_GUIDE_CHARS = 200;

export function readClub(body: unknown): Result<ClubInfo> {
  if (!isFields(body) || body['code'] === undefined) return err('HTTP_BAD_BODY', 'fan club: no code');
  // A refusal with the service's text for the viewer; '' without text.
  if (wholeOf(body['code']) !== 0)
    return err('FEATURE_REFUSED', typeof body['msg'] === 'string' ? shownText(body['msg'], MAX_GUIDE_CHARS) : '');
  const data = fieldsOf(body['data']);
  const text = (key: string, maxChars: number): string => {
    const value = data[key];
    return typeof value === 'string' ? value.slice(0, maxChars) : '';
  };
  const flag = (key: string): boolean => flagOf(data[key]) ?? false;
  return ok({
    intimacyLevel: countOf(data['intimacyLevel']),
    intimacy: countOf(data['intimacy']),
    guard: flag('guard'),
    guardType: countOf(data['guardType']),
    littleGuard: flag('littleGuard'),
    clubName: text('clubName', MAX_NAME_CHARS) || DEFAULT_CLUB_NAME,
    isFollow: flag('isFollow'),
    plateId: countOf(data['plateId']),
    lightUp: flag('lightUp'),
    lightUpGuide: text('lightUpGuide', MAX_GUIDE_CHARS),
    members: countOf(data['members']),
  });
}

/** The club as received in a message while the dialog is open. */
export const clubOf = (body: BodyOfMessage<'fandom-update'>) => ({
  intimacyLevel: countOf(body.intimacyLevel),
  intimacy: countOf(body.intimacy),
  guard: body.guard > 0,
  guardType: countOf(body.guardType),
  littleGuard: body.littleGuard > 0,
  clubName: shownText(body.clubName, MAX_NAME_CHARS) || DEFAULT_CLUB_NAME,
  isFollow: body.isFollow,
  plateId: countOf(body.plateId),
  lightUp: body.lightUp,
  /** Instructions for lighting up the plate, from the service. */
  lightUpGuide: shownText(body.lightUpGuide, MAX_GUIDE_CHARS),
  /** 0 if unknown. */
  members: countOf(body.members),
});

export type ClubInfo = Readonly<ReturnType<typeof clubOf>>;

/** The specification does not show the points of a level: each level takes a hundred more than the previous one. */
export function levelProgress({ intimacy, intimacyLevel }: Pick<ClubInfo, 'intimacy' | 'intimacyLevel'>): number {
  const start = (intimacyLevel * (intimacyLevel - 1) * 100) / 2;
  const step = Math.max(1, intimacyLevel) * 100;
  return Math.min(1, Math.max(0, (intimacy - start) / step));
}

type Change = 'join' | 'light-up';
interface Failed {
  readonly what: Change;
  readonly text: string;
}

/** `isBusy`: a change is pending, also in a dialog that was closed and opened again; its response is not that of another one. */
export type FanClub = { readonly isBusy: boolean } & (
  | { readonly name: 'closed' }
  | { readonly name: 'loading'; readonly switches: Switches | null; readonly club: ClubInfo | null }
  | {
      readonly name: 'shown';
      readonly switches: Switches;
      readonly club: ClubInfo;
      /** The last failure with the service's text. */
      readonly failure: Failed | null;
      readonly newest: Newest | null;
    }
  | { readonly name: 'failed'; readonly switches: Switches | null }
);

export type FanClubAction = { readonly type: 'entry' | 'close' | 'join' | 'light-up' };
export type FanClubEvent =
  | FanClubAction
  | { readonly type: 'switches'; readonly switches: Switches }
  | { readonly type: 'club'; readonly club: ClubInfo }
  | { readonly type: 'failed' }
  | { readonly type: 'done'; readonly club: ClubInfo }
  | { readonly type: 'refused'; readonly failure: Failed }
  | { readonly type: 'login-changed' }
  | { readonly type: 'update'; readonly club: ClubInfo; readonly version: number };

type FanClubEffect =
  | { readonly type: 'fetch-switches' }
  | { readonly type: 'fetch-club' }
  | { readonly type: 'join' }
  | { readonly type: 'light-up' }
  | { readonly type: 'login' };

type FanClubStep = Step<FanClub, FanClubEffect>;

export const fanClubMachine: Machine<FanClub, FanClubEvent, FanClubEffect, { readonly userId: number }> = {
  name: 'fan-club',
  initial: { name: 'closed', isBusy: false },
  deadlineMs: () => null,
  step: stepFanClub,
};

function stepFanClub(state: FanClub, event: FanClubEvent | Tick, nowMs: number, { userId }: { readonly userId: number }): FanClubStep {
  switch (event.type) {
    case 'entry':
      return state.name === 'closed' || state.name === 'failed' ? load(state.isBusy) : [state];
    case 'close':
      return [state.name === 'closed' ? state : { name: 'closed', isBusy: state.isBusy }];
    case 'switches':
      if (state.name === 'failed') return [{ ...state, switches: event.switches }];
      return [state.name === 'loading' ? known({ ...state, switches: event.switches }) : state];
    case 'club':
      return [isWaiting(state) ? known({ ...state, name: 'loading', club: event.club }) : state];
    case 'failed':
      return [isWaiting(state) ? { name: 'failed', isBusy: state.isBusy, switches: state.switches } : state];
    case 'join':
    case 'light-up':
      if (state.name !== 'shown' || state.isBusy) return [state];
      if (userId === 0) return [state, { type: 'login' }];
      return [{ ...state, isBusy: true, failure: null }, { type: event.type }];
    case 'done':
      if (state.name === 'loading' || state.name === 'failed')
        return [known({ ...state, name: 'loading', isBusy: false, club: event.club })];
      return [state.name === 'shown' ? { ...state, isBusy: false, club: event.club } : { ...state, isBusy: false }];
    case 'refused':
      return [state.name === 'shown' ? { ...state, isBusy: false, failure: event.failure } : { ...state, isBusy: false }];
    case 'update': {
      if (state.name !== 'shown' || !isNewer(event.version, state.newest, nowMs)) return [state];
      return [{ ...state, club: event.club, newest: { version: event.version, atMs: nowMs } }];
    }
    case 'login-changed':
      // The club contains the level and the plate of the previous viewer, whose pending response is dropped.
      return state.name === 'closed' ? [{ ...state, isBusy: false }] : load(false);
    case 'tick':
      return [state];
  }
}

const load = (isBusy: boolean): FanClubStep => [
  { name: 'loading', isBusy, switches: null, club: null },
  { type: 'fetch-switches' },
  { type: 'fetch-club' },
];

/** Also after a failure: a dialog that was closed and opened again has two requests, and the other one may succeed. */
const isWaiting = (state: FanClub): state is Extract<FanClub, { name: 'loading' | 'failed' }> =>
  state.name === 'failed' || (state.name === 'loading' && state.club === null);

const known = (state: Extract<FanClub, { name: 'loading' }>): FanClub =>
  state.switches !== null && state.club !== null
    ? { name: 'shown', isBusy: state.isBusy, switches: state.switches, club: state.club, failure: null, newest: null }
    : state;

export type FanClubView = Exclude<FanClub, { name: 'closed' }>;

/** The specification does not show these calls. They carry cookies because all of them concern the viewer. */
const PATHS = { club: '/fandom/club', join: '/fandom/join', 'light-up': '/fandom/light-up' } as const;
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 16_384;

const requestOf = (name: keyof typeof PATHS, room: FeatureContext): Request => ({
  method: 'POST',
  url: `${room.services.secure}${PATHS[name]}`,
  timeoutMs: TIMEOUT_MS,
  maxBytes: MAX_BYTES,
  credentials: 'include',
  body: { roomId: room.roomId() },
});

export const room = defineRoomPart({
  machine: fanClubMachine,
  context: (room) => ({ userId: room.login().userId }),
  view: (state: FanClub): FanClubView | null => (state.name === 'closed' ? null : state),
  messages: {
    'fandom-update': (body): FanClubEvent => ({ type: 'update', club: clubOf(body), version: body.version }),
  },
  onAction: (action: FanClubAction): FanClubEvent => action,
  onRoom: loginChanged,
  execute: {
    'fetch-switches': (_, room, send) => void fetchSwitches(room).then((switches) => send({ type: 'switches', switches })),
    'fetch-club': (_, room, send) =>
      void request('club', room).then((answer) => {
        if (answer !== null) send(answer.ok ? { type: 'club', club: answer.value } : { type: 'failed' });
      }),
    join: (_, room, send) => void change('join', room, send),
    'light-up': (_, room, send) => void change('light-up', room, send),
    login: (_, room) => room.openLogin(),
  },
});

/** Each call returns the current state of the club. null: the login changed meanwhile, and the answer belongs to another viewer. */
async function request(name: keyof typeof PATHS, room: FeatureContext): Promise<Result<ClubInfo> | null> {
  const { userId } = room.login();
  const answer = await room.call(requestOf(name, room), readClub);
  if (!answer.ok && answer.error.code !== 'FEATURE_REFUSED') room.failure(answer.error);
  return room.login().userId === userId ? answer : null;
}

async function change(what: Change, room: FeatureContext, send: (event: FanClubEvent) => void): Promise<void> {
  const answer = await request(what, room);
  if (answer === null) return;
  if (answer.ok) send({ type: 'done', club: answer.value });
  else send({ type: 'refused', failure: { what, text: answer.error.code === 'FEATURE_REFUSED' ? answer.error.detail : '' } });
}
