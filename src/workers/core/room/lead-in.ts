/** P9: lead-in (document 1, sections 2, 4 and 5). */
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
export const LEAD_IN_WHYS: readonly LeadInWhy[] = RULES.map((row) => row.why);

export function decideLeadIn(input: LeadInCase): { readonly runs: boolean; readonly why: LeadInWhy } {
  const rule = RULES.find((row) => row.when(input)) ?? RULES[RULES.length - 1]!;
  return { runs: rule.runs, why: rule.why };
}

/** The part before "|" (document 1, section 5). */
export const leadInSong = (songName: string): string => (songName.split('|', 1)[0] ?? '').trim();
