/** P8: what the advertisement needs before its feature is loaded: its config, and whether it plays before live. */
import { addressOf, between, emptyOr, FieldReader, idTextOf, isFields, numberOf, wholeOf } from '../../player/base/answer-fields.ts';
import { err, ok, type Result } from '../../core/errors.ts';
import { firstRule } from '../../player/base/machine.ts';
import { decoder } from '../../core/decoder.ts';
import { readAnswer } from '../../core/room/feature/callback-text.ts';
import type { Decoded } from '../../core/room/start/live-info.ts';
import type { TakesStage } from '../../core/room/start/start-up.ts';

/** P8: answer of {secure}/mfx-kugoulive/ad/query. The fields after `concertId` are the project's. */
export interface AdConfig {
  readonly adSwitch: number;
  readonly playing: number;
  readonly repeatPlay: number;
  readonly concertId: string;
  readonly src: string;
  readonly link: string;
  /** Duration of a still picture, and of a video until its own duration is known. */
  readonly durationS: number;
  /** From this second on the viewer can skip it; -1: never. */
  readonly skipAfterS: number;
}
export const NO_AD: AdConfig = { adSwitch: 0, playing: 0, repeatPlay: 0, concertId: '', src: '', link: '', durationS: 0, skipAfterS: -1 };

export const decodeAd = decoder('ad', (input): Result<Decoded<AdConfig>> => {
  const problems: string[] = [];
  if (!isFields(input) || !isFields(input['data'])) return err('HTTP_BAD_BODY', 'ad answer has no data');
  const read = new FieldReader('ad', input['data'], problems);
  const value: AdConfig = {
    adSwitch: read.one('adSwitch', wholeOf, 0),
    playing: read.one('playing', wholeOf, 0),
    repeatPlay: read.one('repeatPlay', wholeOf, 0),
    concertId: read.one('concertId', idTextOf, ''),
    src: read.one('src', emptyOr(addressOf), ''),
    link: read.one('link', emptyOr(addressOf), ''),
    durationS: read.one('durationS', between(0, 120, numberOf), 15),
    skipAfterS: read.one('skipAfterS', between(-1, 120, numberOf), -1),
  };
  return ok({ value, problems });
});

/** P8: whether the advertisement plays before live. Used by its feature, and by the page before the room worker runs (start-up.ts). */
export interface AdCase {
  readonly isLive: boolean;
  /** null: the query failed or timed out (2 s). */
  readonly config: AdConfig | null;
  readonly hasPoster: boolean;
  /** `user:concert` of the ads watched on this device. */
  readonly watched: readonly string[];
  readonly userId: number;
}

/** P8: the first matching row applies. */
const RULES = [
  { why: 'the room is not live', plays: false, when: (c) => !c.isLive },
  { why: 'the ad query failed', plays: false, when: (c) => c.config === null },
  { why: 'the ad is off', plays: false, when: (c) => c.config?.adSwitch !== 1 },
  { why: 'no poster element', plays: false, when: (c) => !c.hasPoster },
  {
    why: 'already watched',
    plays: false,
    when: (c) => c.config?.repeatPlay === 0 && c.watched.includes(adKey(c.userId, c.config.concertId)),
  },
  { why: 'the ad has no video', plays: false, when: (c) => c.config?.src === '' },
  { why: 'the ad plays', plays: true, when: () => true },
] as const satisfies readonly { why: string; plays: boolean; when(input: AdCase): boolean }[];

export type AdWhy = (typeof RULES)[number]['why'];

export function decideAd(input: AdCase): { readonly plays: boolean; readonly why: AdWhy } {
  const { plays, why } = firstRule(RULES, input);
  return { plays, why };
}

/** Key in local storage below the feature's name, and the same key as the page reads it before the feature is loaded. */
export const ADS_WATCHED = 'watched';
const ADS_WATCHED_KEY = `footlight.ad.${ADS_WATCHED}`;
export const watchedAds = (stored: unknown): readonly string[] =>
  Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];

export const adKey = (userId: number, concertId: string): string => `${userId}:${concertId}`;

/** Whether the page has the poster element is known only to the room worker; here it is assumed. */
export const takesStage: TakesStage = ({ info, login, ad, read }) =>
  decideAd({
    isLive: info.liveStatus === 1,
    config: readAnswer(ad, decodeAd)?.value ?? null,
    hasPoster: true,
    watched: watchedAds(read(ADS_WATCHED_KEY)),
    userId: login.userId,
  }).plays;
