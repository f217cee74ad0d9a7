import { shownPerson } from '../../core/room/feature/feature-message.ts';
import { expiringItemsMachine, type ExpiringItemEvent, type ExpiringItems } from '../../core/room/feature/expiring-items.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { expiringRoomPart } from '../../workers/room/features/feature-effects.ts';

/** Maximum number of tanks on the board; the oldest is dropped that is not the viewer's own. */
const MAX_TANKS = 16;
const SIDE = 1_000;
/** A tank without messages for this time is removed; milliseconds. */
const SILENT_MS = 6_000;

interface Tank {
  readonly gameId: number;
  readonly tankId: number;
  readonly x: number;
  readonly y: number;
  /** Degrees; 0 points right, clockwise. */
  readonly angle: number;
  readonly userId: number;
  readonly name: string;
}

const same = (a: Tank, b: Tank): boolean => a.x === b.x && a.y === b.y && a.angle === b.angle;
export const TANK = expiringItemsMachine<Tank>({ name: 'tank', max: MAX_TANKS, ownerOf: ({ userId }) => userId, isSame: same });

const within = (value: number): number => Math.min(SIDE, Math.max(0, value));

export function readTank({ gameId, tankId, x, y, angle, user }: BodyOfMessage<'tank-location'>): ExpiringItemEvent<Tank> {
  const { userId, name } = shownPerson(user);
  const item = { gameId, tankId, x: within(x), y: within(y), angle: angle % 360, userId, name };
  return { type: 'seen', key: `${gameId} ${tankId}`, item, forMs: SILENT_MS };
}

export function tankView({ all, request }: ExpiringItems<Tank>, userId: number) {
  const gameId = all.toSorted((a, b) => b.seenMs - a.seenMs)[0]?.item.gameId;
  if (gameId === undefined) return null;
  const tanks = all.map(({ item }) => ({ ...item, isMine: userId !== 0 && item.userId === userId }));
  return { gameId, tanks: tanks.filter((one) => one.gameId === gameId), request, isLoggedIn: userId !== 0 };
}

export type TankView = NonNullable<ReturnType<typeof tankView>>;

export const room = expiringRoomPart(TANK, (state, room) => tankView(state, room.login().userId), { 'tank-location': readTank });
