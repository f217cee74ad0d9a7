/** Accounts that the offline login offers for one press. */
export interface ReadyPerson {
  readonly id: string;
  readonly userId: number;
  readonly name: string;
  readonly about: string;
  readonly richLevel: number;
  readonly coins: number;
  readonly isGuard: boolean;
}

export const READY: readonly ReadyPerson[] = [
  { id: 'new', userId: 880_012, name: '初来乍到', about: '新观众，1 级', richLevel: 1, coins: 200, isGuard: false },
  { id: 'rich', userId: 880_088, name: '星河掌灯', about: '守护，36 级', richLevel: 36, coins: 1_000_000, isGuard: true },
];

export const readyPerson = (userId: number): ReadyPerson | undefined => READY.find((one) => one.userId === userId);

/** In the recordings the star's user id is the room number plus this. */
export const STAR_OF_ROOM = 90_000;
