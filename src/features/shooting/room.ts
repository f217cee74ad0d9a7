import { countOf } from '../../core/counts.ts';
import { lastingMs, shownPerson } from '../../core/room/feature/feature-message.ts';
import { expiringItemsMachine, type ExpiringItemEvent, type ExpiringItems } from '../../core/room/feature/expiring-items.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { expiringRoomPart } from '../../workers/room/features/feature-effects.ts';

/** Maximum number of shooters with a critical hit; the oldest is dropped that is not the viewer. */
const MAX_BUFFS = 6;
/** Duration of a hit without one, and the longest accepted duration; milliseconds. */
const USUAL_MS = 10_000;
const MAX_MS = 120_000;
const MAX_RATE = 99;

interface Buff {
  readonly gameId: number;
  readonly userId: number;
  readonly name: string;
  /** Multiple of a normal hit. */
  readonly rate: number;
}

/** A shooter who was dropped can hit again. */
export const SHOOTING = expiringItemsMachine<Buff>({
  name: 'shooting',
  max: MAX_BUFFS,
  ownerOf: ({ userId }) => userId,
  isSame: (buff, known) => buff.rate === known.rate,
  canReturn: true,
});

/** null: without a user or a rate. */
export function readBuff({ gameId, user, rate, durationS }: BodyOfMessage<'shooter-critical-buff'>): ExpiringItemEvent<Buff> | null {
  const { userId, name } = shownPerson(user);
  if (userId === 0 || countOf(rate) === 0) return null;
  const item = { gameId, userId, name, rate: Math.min(MAX_RATE, rate) };
  return { type: 'seen', key: `${gameId} ${userId}`, item, forMs: lastingMs(durationS * 1_000, USUAL_MS, MAX_MS) };
}

export function shootingView({ all, request }: ExpiringItems<Buff>, userId: number, nowMs: number) {
  const [last] = all.slice(-1);
  if (last === undefined) return null;
  const buffs = all.map(({ item, untilMs }) => ({
    ...item,
    isMine: userId !== 0 && item.userId === userId,
    leftMs: Math.max(0, untilMs - nowMs),
  }));
  return { gameId: last.item.gameId, buffs: buffs.toSorted((a, b) => b.rate - a.rate), request, isLoggedIn: userId !== 0 };
}

export type ShootingView = NonNullable<ReturnType<typeof shootingView>>;

export const room = expiringRoomPart(SHOOTING, (state, room) => shootingView(state, room.login().userId, room.clock.nowMs()), {
  'shooter-critical-buff': readBuff,
});
