import { boxEvent, type BoxAction, type BoxEffect } from '../../core/room/feature/feature-box.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { executeAsk } from '../../workers/room/features/feature-effects.ts';
import { defineRoomHalf, loginChanged, serverMs } from '../../workers/room/features/feature-api.ts';
import {
  lineOf,
  readEndInfo,
  readKit,
  readMatch,
  readResult,
  readRounds,
  readStatus,
  readTip,
  type Line,
  type TipKind,
  type PkNews,
} from './rules-message.ts';
import { musicPkMachine, type MusicPk, type MusicPkEvent } from './rules.ts';
import { musicPkView } from './rules-view.ts';

const newsOf = (news: PkNews | null): MusicPkEvent | null => (news === null ? null : { type: 'news', news });
const said = (line: Line | null): MusicPkEvent | null => (line === null ? null : { type: 'line', line });
const tip =
  (kind: TipKind) =>
  (body: BodyOfMessage<'music-pk-tips'>): MusicPkEvent | null =>
    said(readTip(kind, body));
/** `status` of `music-star-game-status`. S9 lists no values; these are the project's. */
const GAME: Readonly<Record<number, 'entered' | 'left' | 'paused'>> = { 1: 'entered', 2: 'left', 3: 'paused' };

export const room = defineRoomHalf({
  machine: musicPkMachine,
  context: (room) => ({ userId: room.login().userId }),
  view(state: MusicPk, room) {
    const { starId, starName, avatarUrl } = room.room();
    return musicPkView(state, { userId: starId, name: starName, logo: avatarUrl }, room.clock.nowMs());
  },
  messages: {
    'music-pk-status': (body, room) => newsOf(readStatus(body, serverMs(room))),
    'music-pk-rounds': (body, room) => newsOf(readRounds(body, serverMs(room))),
    'music-pk-result': (body) => newsOf(readResult(body)),
    'music-pk-end-info': (body) => newsOf(readEndInfo(body)),
    'music-pk-match': (body, room) => newsOf(readMatch(body, serverMs(room))),
    'music-pk-exclude-error': ({ pkId, questionId, optionIds }): MusicPkEvent => ({ type: 'excluded', pkId, questionId, optionIds }),
    'music-pk-kit-add': ({ pkId, user, kit }): MusicPkEvent | null => {
      const read = readKit(kit);
      return read === null ? null : { type: 'kit', pkId, kit: read, userId: user?.userId ?? 0, line: null };
    },
    'music-pk-use-kit': ({ pkId, user, kit, id }, room): MusicPkEvent | null => {
      const read = readKit(kit);
      if (read === null || user === null) return null;
      const line = lineOf('kit', pkId, id, { who: user, what: read.name, count: 0, atMs: room.clock.nowMs() });
      return { type: 'kit', pkId, kit: read, userId: user.userId, line };
    },
    'music-pk-send-call': ({ pkId, user, num, content, id }, { clock }) =>
      said(lineOf('call', pkId, id, { who: user, what: content, count: Math.max(1, num), atMs: clock.nowMs() })),
    'music-pk-help-reborn': ({ pkId, helper, star, blood, id }, { clock }) =>
      said(lineOf('reborn', pkId, id, { who: helper, what: star?.nickname ?? '', count: blood, atMs: clock.nowMs() })),
    'music-pk-remind-answer': ({ pkId, user, content, id }, { clock }) =>
      said(lineOf('remind', pkId, id, { who: user, what: content, count: 0, atMs: clock.nowMs() })),
    'music-pk-tips': tip('tip'),
    'music-pk-common-tips': tip('common-tip'),
    'music-pk-all-station': tip('all-station'),
    'music-pk-room': tip('room'),
    'music-star-game-status'({ gameId, starId, status }): MusicPkEvent | null {
      const what = GAME[status];
      if (what === undefined) return null;
      return what === 'left' ? { type: 'game-over', pkId: gameId } : { type: 'star', pkId: gameId, starId, what };
    },
  },
  onAction: (action: BoxAction): MusicPkEvent => boxEvent(action),
  onRoom: loginChanged,
  execute: (effect: BoxEffect, room, send: (event: MusicPkEvent) => void) =>
    executeAsk(effect, room, (refusal) => send({ type: 'answered', refusal })),
});
