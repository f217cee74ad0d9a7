import { assertNever } from '../../core/assert-never.ts';
import type { Request } from '../../wire/http.ts';
import { defineRoomHalf, type FeatureContext } from '../../workers/room/feature-api.ts';
import {
  DEFAULT_SWITCHES,
  FAN_CLUB,
  readClub,
  readSwitches,
  SWITCH_TIMEOUT_MS,
  type ClubInfo,
  type FanClub,
  type FanClubAction,
  type FanClubEffect,
  type FanClubEvent,
  type FanClubView,
} from './rules.ts';

/**
 * The document gives the switch call's address as a hash of the deployment; the other three calls are not shown and stand beside it.
 * Cookies go along: all are about the viewer.
 */
const CALLS = {
  switches: { path: '/fandom/switch', timeoutMs: SWITCH_TIMEOUT_MS },
  club: { path: '/fandom/club', timeoutMs: 5_000 },
  join: { path: '/fandom/join', timeoutMs: 5_000 },
  'light-up': { path: '/fandom/light-up', timeoutMs: 5_000 },
} as const;
const MAX_BYTES = 16_384;

const requestOf = (name: keyof typeof CALLS, room: FeatureContext): Request => ({
  method: 'POST',
  url: `${room.services.secure}${CALLS[name].path}`,
  timeoutMs: CALLS[name].timeoutMs,
  maxBytes: MAX_BYTES,
  credentials: 'include',
  body: { roomId: room.roomId() },
});

export const room = defineRoomHalf({
  machine: FAN_CLUB,
  context: (room) => ({ userId: room.login().userId }),
  view: (state: FanClub): FanClubView | null => (state.at === 'closed' ? null : state),
  onAction: ({ do: what }: FanClubAction): FanClubEvent => ({ type: what === 'entry' ? 'open' : what }),
  execute(effect: FanClubEffect, room, send) {
    switch (effect.do) {
      case 'fetch-switches':
        void fetchSwitches(room).then((switches) => send({ type: 'switches', switches }));
        return;
      case 'fetch-club':
        void change('club', room).then((club) => send(club === null ? { type: 'failed' } : { type: 'club', club }));
        return;
      case 'join':
      case 'light-up':
        void change(effect.do, room).then((club) => send({ type: 'done', club }));
        return;
      case 'login':
        room.openLogin();
        return;
      case 'say-failed':
        room.count('change-failed', 1);
        return;
      default:
        assertNever(effect);
    }
  },
});

async function fetchSwitches(room: FeatureContext) {
  const answer = await room.call(requestOf('switches', room), readSwitches);
  if (!answer.ok) room.failure(answer.error);
  return answer.ok ? answer.value : DEFAULT_SWITCHES;
}

/** Each answers with the club as it is then. */
async function change(name: 'club' | 'join' | 'light-up', room: FeatureContext): Promise<ClubInfo | null> {
  const answer = await room.call(requestOf(name, room), readClub);
  if (!answer.ok) room.failure(answer.error);
  return answer.ok ? answer.value : null;
}
