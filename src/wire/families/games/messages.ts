import { LIST_BYTES, rowsOf } from '../../message-row.ts';

const row = rowsOf('games');

/** Tower defense, shooting, number lucky, tank, emotion, confession, and the small game pushes. */
export const GAMES_ROWS = [
  row(302315, 'tower-defense-monsters', 'TowerDefenseMonsters', 'state', { maxBytes: LIST_BYTES, key: 'gameId' }),
  row(302316, 'shooter-critical-buff', 'ShooterCriticalBuff', 'effect'),
  row(301010, 'pet-missed-order', 'PetMissedOrder', 'state', { key: ['petId', 'orderId'] }),
  row(400101, 'number-lucky', 'NumberLucky', 'state', { key: 'activityId' }),
  row(400102, 'number-lucky-prize', 'NumberLuckyPrize', 'effect'),
  row(400112, 'tank-location', 'TankLocation', 'state', { key: ['gameId', 'tankId'] }),
  row(400501, 'open-app', 'OpenApp', 'effect'),
  row(400601, 'star-game-change', 'StarGameChange', 'state', { key: ['starId', 'gameId'] }),
  row(300649, 'emotion', 'Emotion', 'effect'),
  row(306902, 'confession', 'Confession', 'effect'),
] as const;
