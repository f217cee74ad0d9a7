import { assertNever } from '../../core/assert-never.ts';
import type { Result } from '../../core/result.ts';
import type { Request } from '../../wire/http.ts';
import { defineRoomHalf, loginChanged, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { fetchSwitches } from '../../workers/room/features/fandom-switches.ts';
import {
  clubOf,
  fanClubMachine,
  readClub,
  type Change,
  type ClubInfo,
  type FanClub,
  type FanClubAction,
  type FanClubEffect,
  type FanClubEvent,
  type FanClubView,
} from './rules.ts';

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

export const room = defineRoomHalf({
  machine: fanClubMachine,
  context: (room) => ({ userId: room.login().userId }),
  view: (state: FanClub): FanClubView | null => (state.name === 'closed' ? null : state),
  messages: {
    'fandom-update': (body, room): FanClubEvent | null =>
      body.roomId !== 0 && body.roomId !== room.roomId() ? null : { type: 'update', club: clubOf(body), version: body.version },
  },
  onAction: ({ type: what }: FanClubAction): FanClubEvent => ({ type: what === 'entry' ? 'open' : what }),
  onRoom: loginChanged,
  execute(effect: FanClubEffect, room, send) {
    switch (effect.type) {
      case 'fetch-switches':
        void fetchSwitches(room).then((switches) => send({ type: 'switches', switches }));
        return;
      case 'fetch-club':
        void ask('club', room).then((answer) => {
          if (answer !== null) send(answer.ok ? { type: 'club', club: answer.value } : { type: 'failed' });
        });
        return;
      case 'join':
      case 'light-up':
        void change(effect.type, room).then((event) => {
          if (event !== null) send(event);
        });
        return;
      case 'login':
        room.openLogin();
        return;
      default:
        assertNever(effect);
    }
  },
});

/** Each call returns the current state of the club. null: the login changed meanwhile, and the answer belongs to another viewer. */
async function ask(name: keyof typeof PATHS, room: FeatureContext): Promise<Result<ClubInfo> | null> {
  const { userId } = room.login();
  const answer = await room.call(requestOf(name, room), readClub);
  if (!answer.ok && answer.error.code !== 'FEATURE_REFUSED') room.failure(answer.error);
  return room.login().userId === userId ? answer : null;
}

async function change(what: Change, room: FeatureContext): Promise<FanClubEvent | null> {
  const answer = await ask(what, room);
  if (answer === null) return null;
  if (answer.ok) return { type: 'done', club: answer.value };
  const { code, detail } = answer.error;
  return { type: 'refused', failure: { what, said: code === 'FEATURE_REFUSED' ? detail : '' } };
}
