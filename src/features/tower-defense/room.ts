import { countOf } from '../../core/counts.ts';
import { expiringItemsMachine, type ExpiringItemEvent, type ExpiringItems } from '../../core/room/feature/expiring-items.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { expiringRoomPart } from '../../workers/room/features/feature-effects.ts';

const MAX_MONSTERS = 40;
/** Largest coordinate; the smallest is 0. */
const SIDE = 1_000;
/** A game without messages for this time is over; milliseconds. */
const SILENT_MS = 15_000;
const BEATEN_MS = 5_000;

interface Monster {
  readonly id: number;
  readonly type: number;
  readonly blood: number;
  readonly x: number;
  readonly y: number;
}
interface Wave {
  readonly gameId: number;
  readonly wave: number;
  /** Empty: the wave is beaten. */
  readonly monsters: readonly Monster[];
}

/** A beaten wave does not return; within a wave the newest message applies. */
export const TOWER_DEFENSE = expiringItemsMachine<Wave>({
  name: 'tower-defense',
  max: 1,
  isOlder: (wave, known) => wave.wave < known.wave || (wave.wave === known.wave && known.monsters.length === 0),
});

const within = (value: number): number => Math.min(SIDE, Math.max(0, value));

export function readWave({ gameId, wave, monsters }: BodyOfMessage<'tower-defense-monsters'>): ExpiringItemEvent<Wave> {
  const shown = monsters
    .slice(0, MAX_MONSTERS)
    .map(({ id, type, blood, x, y }) => ({ id, type, blood: countOf(blood), x: within(x), y: within(y) }))
    .filter(({ id }, at, all) => all.findIndex((other) => other.id === id) === at);
  return {
    type: 'seen',
    key: String(gameId),
    item: { gameId, wave: countOf(wave), monsters: shown },
    forMs: shown.length === 0 ? BEATEN_MS : SILENT_MS,
  };
}

/** Monsters beyond this are near the tower, and counted in the view. */
const NEAR = 750;

export function towerDefenseView({ all: [shown], request }: ExpiringItems<Wave>, userId: number) {
  if (shown === undefined) return null;
  return { ...shown.item, request, near: shown.item.monsters.filter(({ x }) => x >= NEAR).length, isLoggedIn: userId !== 0 };
}

export type TowerDefenseView = NonNullable<ReturnType<typeof towerDefenseView>>;

export const room = expiringRoomPart(TOWER_DEFENSE, (state, room) => towerDefenseView(state, room.login().userId), {
  'tower-defense-monsters': readWave,
});
