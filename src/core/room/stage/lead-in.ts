import { firstRule, whysOf } from '../../rules.ts';

/** P9: whether the lead-in runs. */
export interface LeadInCase {
  readonly isSwitchedOn: boolean;
  readonly isStar: boolean;
  readonly isLive: boolean;
  /** `type` of the page's query. */
  readonly type: number;
  readonly songName: string;
}

const RULES = [
  { why: 'lead-in is switched off', runs: false, when: (c) => !c.isSwitchedOn },
  { why: 'the star has no lead-in', runs: false, when: (c) => c.isStar },
  { why: 'the room is not live', runs: false, when: (c) => !c.isLive },
  { why: 'not asked for', runs: false, when: (c) => c.type !== 3 },
  { why: 'no song name', runs: false, when: (c) => leadInSong(c.songName) === '' },
  { why: 'a song is asked for', runs: true, when: () => true },
] as const satisfies readonly { why: string; runs: boolean; when(input: LeadInCase): boolean }[];

export type LeadInWhy = (typeof RULES)[number]['why'];
export const LEAD_IN_WHYS: readonly LeadInWhy[] = whysOf(RULES);

export function decideLeadIn(input: LeadInCase): { readonly runs: boolean; readonly why: LeadInWhy } {
  const { runs, why } = firstRule(RULES, input);
  return { runs, why };
}

/** P9: the feature switch of the remote config. P9 names no default; on is the project's choice. */
export function readLeadInSwitch(given: unknown): { readonly isOn: boolean; readonly problem: string | null } {
  if (given === undefined || given === true || given === 1) return { isOn: true, problem: null };
  if (given === false || given === 0) return { isOn: false, problem: null };
  return { isOn: true, problem: 'leadIn must be a switch' };
}

/** P9: the part before "|". */
export const leadInSong = (songName: string): string => (songName.split('|', 1)[0] ?? '').trim();
