import { countOf } from '../../core/counts.ts';
import { assertNever } from '../../core/assert-never.ts';
import type { Machine, Step, Tick } from '../../core/machine.ts';
import { err, ok, type Result } from '../../core/result.ts';

/** Document 2, section 7: on a timeout of 3 s the default [1,1] is used. */
export const SWITCH_TIMEOUT_MS = 3_000;
const SWITCH_KEYS = ['contribution_rank', 'intimacy_rank', 'fans_group'] as const;
export type SwitchKey = (typeof SWITCH_KEYS)[number];
export type Switches = Readonly<Record<SwitchKey, boolean>>;

/** Two values for three keys: they are those of the first two, in the order of the document. */
export const DEFAULT_SWITCHES: Switches = { contribution_rank: true, intimacy_rank: true, fans_group: false };
/** Document 2, section 3. */
const DEFAULT_CLUB_NAME = '粉丝团';

export interface ClubInfo {
  readonly intimacyLevel: number;
  readonly intimacy: number;
  readonly guard: boolean;
  readonly guardType: number;
  readonly littleGuard: boolean;
  readonly clubName: string;
  readonly isFollow: boolean;
  readonly plateId: number;
  readonly lightUp: boolean;
  /** How the plate is lit up, in the service's words. */
  readonly lightUpGuide: string;
}
const MAX_NAME_CHARS = 24;
const MAX_GUIDE_CHARS = 200;

/** A key that is left out is off; one with a bad value is left out. */
export function readSwitches(body: unknown): Result<Switches> {
  const infos: unknown = typeof body === 'object' && body !== null && 'switchInfos' in body ? body.switchInfos : null;
  if (!Array.isArray(infos)) return err('HTTP_BAD_BODY', 'fan club: no switchInfos');
  const on = new Set<unknown>();
  for (const info of infos.slice(0, 32) as readonly unknown[]) {
    if (typeof info === 'object' && info !== null && 'switchKey' in info && 'switchValue' in info && info.switchValue === 1)
      on.add(info.switchKey);
  }
  return ok({ contribution_rank: on.has('contribution_rank'), intimacy_rank: on.has('intimacy_rank'), fans_group: on.has('fans_group') });
}

export function readClub(body: unknown): Result<ClubInfo> {
  if (typeof body !== 'object' || body === null || !('code' in body)) return err('HTTP_BAD_BODY', 'fan club: no object');
  if (body.code !== 0) return err('HTTP_BAD_BODY', `fan club: code ${String(body.code).slice(0, 32)}`);
  const data =
    'data' in body && typeof body.data === 'object' && body.data !== null ? (body.data as Readonly<Record<string, unknown>>) : {};
  const text = (key: string, maxChars: number): string => {
    const value = data[key];
    return typeof value === 'string' ? value.slice(0, maxChars) : '';
  };
  const flag = (key: string): boolean => data[key] === 1 || data[key] === true;
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
  });
}

/** What a level takes is not shown in the documents: each takes a hundred more than the one before. */
export function levelProgress({ intimacy, intimacyLevel }: Pick<ClubInfo, 'intimacy' | 'intimacyLevel'>): number {
  const start = (intimacyLevel * (intimacyLevel - 1) * 100) / 2;
  const step = Math.max(1, intimacyLevel) * 100;
  return Math.min(1, Math.max(0, (intimacy - start) / step));
}

export type FanClub =
  | { readonly at: 'closed' }
  | { readonly at: 'loading'; readonly switches: Switches | null; readonly club: ClubInfo | null }
  | { readonly at: 'shown'; readonly switches: Switches; readonly club: ClubInfo; readonly isBusy: boolean }
  | { readonly at: 'failed' };

export type FanClubEvent =
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'switches'; readonly switches: Switches }
  | { readonly type: 'club'; readonly club: ClubInfo }
  | { readonly type: 'failed' }
  | { readonly type: 'join' }
  | { readonly type: 'light-up' }
  | { readonly type: 'done'; readonly club: ClubInfo | null };

export type FanClubEffect =
  | { readonly do: 'fetch-switches' }
  | { readonly do: 'fetch-club' }
  | { readonly do: 'join' }
  | { readonly do: 'light-up' }
  | { readonly do: 'login' }
  | { readonly do: 'say-failed' };

type FanClubStep = Step<FanClub, FanClubEffect>;

export const FAN_CLUB: Machine<FanClub, FanClubEvent, FanClubEffect, { readonly userId: number }> = {
  name: 'fan-club',
  initial: { at: 'closed' },
  deadlineMs: () => null,
  step: stepFanClub,
};

function stepFanClub(state: FanClub, event: FanClubEvent | Tick, _nowMs: number, { userId }: { readonly userId: number }): FanClubStep {
  switch (event.type) {
    case 'open':
      if (state.at !== 'closed' && state.at !== 'failed') return [state];
      return [{ at: 'loading', switches: null, club: null }, { do: 'fetch-switches' }, { do: 'fetch-club' }];
    case 'close':
      return [state.at === 'closed' ? state : { at: 'closed' }];
    case 'switches':
      return [state.at === 'loading' ? known({ ...state, switches: event.switches }) : state];
    case 'club':
      return [state.at === 'loading' ? known({ ...state, club: event.club }) : state];
    case 'failed':
      return [state.at === 'loading' ? { at: 'failed' } : state];
    case 'join':
    case 'light-up':
      if (state.at !== 'shown' || state.isBusy) return [state];
      if (userId === 0) return [state, { do: 'login' }];
      return [{ ...state, isBusy: true }, { do: event.type }];
    case 'done': {
      if (state.at !== 'shown') return [state];
      if (event.club === null) return [{ ...state, isBusy: false }, { do: 'say-failed' }];
      return [{ ...state, isBusy: false, club: event.club }];
    }
    case 'tick':
      return [state];
    default:
      return assertNever(event);
  }
}

const known = (state: Extract<FanClub, { at: 'loading' }>): FanClub =>
  state.switches !== null && state.club !== null ? { at: 'shown', switches: state.switches, club: state.club, isBusy: false } : state;

export type FanClubView = Exclude<FanClub, { at: 'closed' }>;
export type FanClubAction = { readonly do: 'entry' | 'close' | 'join' | 'light-up' };
