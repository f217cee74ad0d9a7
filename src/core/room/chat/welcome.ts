/** S22: which entries are welcomed: one rule for the chat row and for the tip above the chat. */
import { countOf } from '../../counts.ts';
import type { BodyOfMessage } from '../../../wire/registry.ts';
import { firstRule, reasonsOf, type Rule } from '../../../player/base/machine.ts';

/** S22: a user is welcomed once within this time. */
const WELCOME_DEDUPE_MS = 30_000;
/** S22: referers of advertisements whose visitors are welcomed. */
const VISITOR_REFERERS: readonly string[] = ['2404', '2405'];

export const WELCOME_LIMITS = {
  perSecond: { value: 200, unit: 'welcomes of others in one second: the tips hold no more, and nobody reads them' },
  whitelist: { value: 200, unit: 'user ids' },
  nameKey: { value: 64, unit: 'characters of a nickname that stands for a missing user id' },
} as const satisfies Record<string, { value: number; unit: string }>;
/** Maximum length of `Welcomed`, including the current second. */
const MAX_SECONDS = WELCOME_DEDUPE_MS / 1_000 + 1;

/** From the remote config: `welcomeMode` and `welcomeWhitelist`. */
export interface WelcomePolicy {
  /** 1: every viewer with a rich level. 2: only the viewer's own entry. */
  readonly mode: 1 | 2;
  /** User ids that are welcomed at each entry. */
  readonly whitelist: readonly number[];
}
export const EVERYBODY: WelcomePolicy = { mode: 1, whitelist: [] };

/** An unknown mode counts as 1, invalid user ids are dropped. The list is an array or a text separated by commas. */
export function readWelcomePolicy(config: (key: string) => unknown): WelcomePolicy {
  const given = config('welcomeWhitelist');
  const max = WELCOME_LIMITS.whitelist.value;
  const ids: readonly unknown[] = typeof given === 'string' ? given.split(',', max) : Array.isArray(given) ? given.slice(0, max) : [];
  return {
    mode: String(config('welcomeMode')) === '2' ? 2 : 1,
    whitelist: ids.flatMap((id) => {
      const userId = typeof id === 'string' && id.trim() !== '' ? Number(id) : id;
      return typeof userId === 'number' && Number.isSafeInteger(userId) && userId > 0 ? [userId] : [];
    }),
  };
}

type EntryBody = Pick<BodyOfMessage<'login'>, 'userid' | 'nickname' | 'richlevel' | 'richlevelV2' | 'referer'>;

/** `ownId`: 0 for a guest. */
export function entryOf({ userid, nickname, richlevel, richlevelV2, referer }: EntryBody, ownId: number) {
  const userId = countOf(userid);
  return {
    /** 0 if missing. */
    userId,
    nickname,
    /** 0: a visitor. */
    richLevel: countOf(richlevelV2) || countOf(richlevel),
    referer: referer.trim(),
    isOwn: userId > 0 && userId === ownId,
  };
}

export type Entry = Readonly<ReturnType<typeof entryOf>>;

/** Recently welcomed users with their times, one map per second, the newest first: an entry copies only the map of its own second. */
export type Welcomed = readonly { readonly second: number; readonly atMs: ReadonlyMap<number | string, number> }[];
export const NOBODY_WELCOMED: Welcomed = [];

interface WelcomeFacts extends Entry {
  readonly mode: 1 | 2;
  readonly isWhitelisted: boolean;
  readonly wasWelcomed: boolean;
  readonly isSecondFull: boolean;
}

const RULES = [
  { why: 'has no name', isShown: false, when: ({ nickname }) => nickname === '' },
  { why: 'only the own entry is welcomed', isShown: false, when: ({ mode, isOwn }) => mode === 2 && !isOwn },
  {
    why: 'a visitor whom no advertisement brought',
    isShown: false,
    when: ({ richLevel, referer }) => richLevel === 0 && !VISITOR_REFERERS.includes(referer),
  },
  { why: 'on the whitelist', isShown: true, when: ({ isWhitelisted }) => isWhitelisted },
  { why: 'was welcomed a moment ago', isShown: false, when: ({ wasWelcomed }) => wasWelcomed },
  { why: 'too many in one second', isShown: false, when: ({ isSecondFull, isOwn }) => isSecondFull && !isOwn },
  { why: 'came in', isShown: true, when: () => true },
] as const satisfies readonly (Rule<WelcomeFacts> & { readonly isShown: boolean })[];
export type WelcomeWhy = (typeof RULES)[number]['why'];
export const WELCOME_REASONS: readonly WelcomeWhy[] = reasonsOf(RULES);

export interface Welcome {
  readonly isShown: boolean;
  readonly why: WelcomeWhy;
  /** State for the next entry; unchanged when no user was welcomed. */
  readonly welcomed: Welcomed;
}

/** S22: whether this entry is welcomed. `nowMs` is monotonic. */
export function welcome(welcomed: Welcomed, entry: Entry, nowMs: number, { mode, whitelist }: WelcomePolicy): Welcome {
  const key = entry.userId > 0 ? entry.userId : entry.nickname.slice(0, WELCOME_LIMITS.nameKey.value);
  const second = Math.floor(nowMs / 1_000);
  const present = welcomed[0]?.second === second ? welcomed[0].atMs : new Map<number | string, number>();
  const { why, isShown } = firstRule<WelcomeFacts, (typeof RULES)[number]>(RULES, {
    ...entry,
    mode,
    isWhitelisted: entry.userId > 0 && whitelist.includes(entry.userId),
    wasWelcomed: welcomed.some(({ atMs }) => nowMs - (atMs.get(key) ?? Number.NEGATIVE_INFINITY) < WELCOME_DEDUPE_MS),
    isSecondFull: present.size >= WELCOME_LIMITS.perSecond.value,
  });
  if (!isShown) return { isShown, why, welcomed };
  const earlier = welcomed.filter((one) => one.second !== second && second - one.second < MAX_SECONDS);
  return { isShown, why, welcomed: [{ second, atMs: new Map(present).set(key, nowMs) }, ...earlier] };
}
