// Made by `npm run proto` from the .proto files. Not edited by hand.
import type { Person } from '../../../generated/bodies.ts';
export interface TowerDefenseMonsters {
  readonly gameId: number;
  readonly wave: number;
  readonly monsters: readonly Monster[];
}
export interface Monster {
  readonly id: number;
  readonly type: number;
  readonly blood: number;
  readonly x: number;
  readonly y: number;
}
export interface ShooterCriticalBuff {
  readonly gameId: number;
  readonly user: Person | null;
  readonly rate: number;
  readonly durationS: number;
}
export interface PetMissedOrder {
  readonly petId: number;
  readonly orderId: string;
  readonly title: string;
  readonly coin: number;
}
export interface NumberLucky {
  readonly activityId: number;
  readonly number: string;
  readonly user: Person | null;
  readonly endTime: number;
  readonly leftMs: number;
  readonly version: number;
  readonly status: number;
  readonly joined: number;
}
export interface NumberLuckyPrize {
  readonly activityId: number;
  readonly number: string;
  readonly prizeName: string;
  readonly iconUrl: string;
  readonly num: number;
  readonly user: Person | null;
}
export interface TankLocation {
  readonly gameId: number;
  readonly tankId: number;
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly user: Person | null;
}
export interface OpenApp {
  readonly link: string;
  readonly title: string;
  readonly content: string;
}
export interface Emotion {
  readonly emotionId: number;
  readonly name: string;
  readonly iconUrl: string;
  readonly user: Person | null;
  readonly durationS: number;
  readonly id: number;
}
export interface Confession {
  readonly id: number;
  readonly user: Person | null;
  readonly star: Person | null;
  readonly content: string;
  readonly audioUrl: string;
  readonly answer: number;
}
export interface StarGameChange {
  readonly starId: number;
  readonly gameId: number;
  readonly status: number;
  readonly name: string;
  readonly link: string;
}
/** By name, for the rows of the registry. */
export interface Bodies {
  readonly TowerDefenseMonsters: TowerDefenseMonsters;
  readonly Monster: Monster;
  readonly ShooterCriticalBuff: ShooterCriticalBuff;
  readonly PetMissedOrder: PetMissedOrder;
  readonly NumberLucky: NumberLucky;
  readonly NumberLuckyPrize: NumberLuckyPrize;
  readonly TankLocation: TankLocation;
  readonly OpenApp: OpenApp;
  readonly Emotion: Emotion;
  readonly Confession: Confession;
  readonly StarGameChange: StarGameChange;
}
