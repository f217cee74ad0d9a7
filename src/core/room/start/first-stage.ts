/**
 * Whether live is the first on the stage, decided on the page before the room worker runs: the page already has the answers that the worker
 * would wait for, and applies the worker's rules. If so, the player starts at once; the worker, which owns the stage, later finds it
 * playing or stops it. Visits with anything unusual are left to the worker.
 */
import type { PlayerFact } from '../../../player/rules/recovery/orders.ts';
import { firstRule, reasonsOf, type Rule } from '../../../player/base/rules.ts';
import type { AddressSet } from '../../../player/rules/recovery/candidates.ts';
import { readPlayerConfig, type PlayerConfig } from '../../../player/rules/constants.ts';
import type { Result } from '../../errors.ts';
import { unwrapCallback } from '../feature/callback-text.ts';
import { readCookies, readLogin, type Login } from './cookies.ts';
import { addressesOfLive, decodeLiveInfo, type LiveInfo } from './live-info.ts';
import { decodeRemoteConfig } from './first-calls.ts';
import { readFlags, type PageFlags } from './page-input.ts';
import { readRoute } from './route.ts';
import { roomLayout } from '../layout/room-layout.ts';
import { stepStartUp } from './start-up.ts';
import { storedReader, type ReadStored } from './stored.ts';
import type { Layout } from '../view.ts';

/** Texts of the first calls (first-calls.ts). A missing answer leaves the decision to the worker, which requests it again. */
export interface FirstAnswers {
  readonly liveInfo: string;
  readonly config: string;
  readonly ad: string;
}

/** State of the page at start, read in the same way as for the worker. */
export interface FirstFacts {
  readonly pathname: string;
  readonly query: Iterable<readonly [string, string]>;
  readonly cookie: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly storage: Readonly<Record<string, string>>;
  readonly nowEpochMs: number;
}

export interface FirstStage {
  readonly addresses: AddressSet;
  readonly config: PlayerConfig;
  readonly layout: Layout;
}

/** `guests`: the features that may take the stage before live. Null: the worker decides. */
export function decideFirstStage(facts: FirstFacts, answers: FirstAnswers, guests: readonly TakesStage[]): FirstStage | null {
  const route = readRoute(facts.pathname);
  const { flags } = readFlags(facts.query);
  const info = readAnswer(answers.liveInfo, decodeLiveInfo)?.value;
  const values = readAnswer(answers.config, decodeRemoteConfig);
  // With the developer's flags, addresses and config come from elsewhere.
  if (route.type !== 'viewer' || flags.debug || info === undefined || values === null) return null;
  const login = readLogin(readCookies(facts.cookie));
  const { roomId } = route;
  // The search is of no use, because nothing is redirected here.
  const known = { route, search: '', flags, login, roomId, guests: [], canReload: false };
  const [state, ...effects] = stepStartUp({ name: 'live-info' }, { type: 'live-info', info }, 0, known);
  const isKnown = state.name === 'running' && !state.isFallback;
  const showsPictures = isKnown && effects.some((effect) => effect.type === 'start-live' && !effect.isRadio);
  const read = storedReader(facts.storage, facts.nowEpochMs);
  const visit: StageCase = { info, flags, login, config: values, ad: answers.ad, read };
  if (!showsPictures || guests.some((takesStage) => takesStage(visit))) return null;
  const addresses = addressesOfLive(info.stream);
  if (addresses === null) return null;
  const layout = roomLayout({ viewport: facts.viewport, room: info.room, media: addresses, isLite: flags.lite, read });
  return { addresses, config: readPlayerConfig(values).config, layout };
}

/** What is known on the page before the room worker runs. */
export interface StageCase {
  readonly info: LiveInfo;
  readonly flags: PageFlags;
  readonly login: Login;
  readonly config: Readonly<Record<string, unknown>>;
  readonly ad: string;
  readonly read: ReadStored;
}
/** True: the feature takes the stage before live, so the room worker decides. */
export type TakesStage = (visit: StageCase) => boolean;

/** The value of an answer, plain or in a callback; null if it is not readable. */
export function readAnswer<T>(text: string, decode: (input: unknown) => Result<T>): T | null {
  const parsed = unwrapCallback(text);
  const read = parsed.ok ? decode(parsed.value) : parsed;
  return read.ok ? read.value : null;
}

/**
 * When the page opened the player, the room worker, everything that it starts, and the page's own script wait for the first picture, because
 * on two processors they would take time from the picture's threads. Upper bound of that wait in ms, from the stream request: about twice the time to the first picture from a nearby server. If it takes
 * longer, the room starts meanwhile, early enough to be ready when the page is drawn after one second (MAX_EMPTY_MS in ui/session.ts).
 */
export const HELD_BACK_MS = 500;
/** Longest of these waits in ms, on the slowest network: the player then reports that there is no picture (P24). */
const MAX_HELD_BACK_MS = 15_000;

/**
 * Upper bound of a wait for the picture, in ms. A page that took long to come this far, `sinceStartMs`, has a slow network or processor, of
 * which the rest of the room would take the larger part: the picture then comes five times later. It gets twice the time of the page.
 */
export const heldBackMs = (leastMs: number, sinceStartMs: number): number =>
  Math.min(MAX_HELD_BACK_MS, Math.max(leastMs, 2 * sinceStartMs));

export interface FirstPictureFacts {
  /** The player's newest fact; null before the first one. */
  readonly fact: PlayerFact | null;
  readonly sinceAskedMs: number;
  readonly heldBackMs: number;
  /** Hidden tabs do not paint. */
  readonly isVisible: boolean;
}

const HELD = 'the picture comes first';

const RULES = [
  { why: 'the first picture is painted', when: ({ fact }) => fact?.type === 'first-frame' },
  { why: 'the player failed', when: ({ fact }) => fact?.type === 'failure' },
  { why: 'the browser wants a click', when: ({ fact }) => fact?.type === 'autoplay' && fact.blocked && !fact.muted },
  { why: 'the tab is hidden', when: ({ isVisible }) => !isVisible },
  { why: 'the picture takes long', when: (facts) => facts.sinceAskedMs >= facts.heldBackMs },
  { why: HELD, when: () => true },
] as const satisfies readonly Rule<FirstPictureFacts>[];

export type LetGoWhy = Exclude<(typeof RULES)[number]['why'], typeof HELD>;
export const LET_GO_REASONS: readonly LetGoWhy[] = reasonsOf(RULES).filter((why) => why !== HELD);

/** Reason why the rest of the room may start; null while it has to wait. */
export function whyLetGo(facts: FirstPictureFacts): LetGoWhy | null {
  const { why } = firstRule<FirstPictureFacts, (typeof RULES)[number]>(RULES, facts);
  return why === HELD ? null : why;
}
