/** P9: what the lead-in needs before its feature is loaded: whether it runs, and its list. */
import { addressOf, FieldReader, flagOf, idTextOf, isFields, textUpTo, wholeOf, type Read } from '../../player/base/answer-fields.ts';
import { describe } from '../../player/base/errors.ts';
import { err, ok, type Result } from '../../core/errors.ts';
import { firstRule } from '../../player/base/machine.ts';
import { decoder } from '../../core/decoder.ts';
import { ROOM_LIMITS } from '../../core/room/limits.ts';
import type { Decoded } from '../../core/room/start/live-info.ts';
import type { TakesStage } from '../../core/room/start/start-up.ts';

const name = textUpTo(ROOM_LIMITS.nameLength.value);

/** P9 does not show the fields of a list item: these are the project's. */
export interface LeadInVideo {
  readonly url: string;
  readonly title: string;
}

export interface LeadInList {
  readonly videos: readonly LeadInVideo[];
  readonly nextFetchId: string;
}

const leadInVideo: Read<LeadInVideo> = (given) => {
  if (!isFields(given)) return undefined;
  const url = addressOf(given['url']);
  const title = name(given['songName'] ?? '');
  return url === undefined || title === undefined ? undefined : { url, title };
};

/** P9: lead-in video list. */
export const decodeLeadInList = decoder('lead-in list', (input): Result<Decoded<LeadInList>> => {
  const problems: string[] = [];
  if (!isFields(input) || !isFields(input['data'])) return err('HTTP_BAD_BODY', 'lead-in list has no data');
  if (wholeOf(input['code']) !== 0) return err('HTTP_BAD_BODY', `lead-in list answered ${describe(input['code'], 20)}`);
  const read = new FieldReader('leadIn', input['data'], problems);
  const videos = read.list('video', leadInVideo);
  return ok({ value: { videos, nextFetchId: read.one('nextFetchId', idTextOf, '') }, problems });
});

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

export function decideLeadIn(input: LeadInCase): { readonly runs: boolean; readonly why: LeadInWhy } {
  const { runs, why } = firstRule(RULES, input);
  return { runs, why };
}

/** P9: the feature switch of the remote config. P9 names no default; on is the project's choice. */
export function readLeadInSwitch(given: unknown): { readonly isOn: boolean; readonly problem: string | null } {
  const isOn = flagOf(given ?? true);
  return isOn === undefined ? { isOn: true, problem: 'leadIn must be a switch' } : { isOn, problem: null };
}

/** P9: the part before "|". */
export const leadInSong = (songName: string): string => (songName.split('|', 1)[0] ?? '').trim();

export const takesStage: TakesStage = ({ info, flags, login, config }) =>
  decideLeadIn({
    isSwitchedOn: readLeadInSwitch(config['leadIn']).isOn,
    isStar: login.userId !== 0 && login.userId === info.room.starId,
    isLive: info.liveStatus === 1,
    type: flags.type,
    songName: flags.songName,
  }).runs;
