/** P22: the kinds that can play the addresses, best first, and the attempt with the first of them. */
import { assertNever } from '../../base/errors.ts';
import { firstRule, reasonsOf, type Rule } from '../../base/machine.ts';
import type { PlayerConfig } from '../constants.ts';
import type { DecodeLevel } from '../decoding/decode-level.ts';
import { carriedPixels, unsharedPixels } from '../decoding/threads.ts';
import type { PlayerKind, SwitchReasonName } from '../names.ts';
import type { Attempt, AttemptWhy, RecoveryContext, RecoveryStep, Run, Starting } from './recovery-state.ts';

/** Addresses per player kind (P21). The parser limits the lists (core/room/start/live-info.ts). */
export interface AddressSet {
  readonly httpflv: readonly string[];
  readonly h265flv: readonly string[];
  readonly nativeh265: readonly string[];
  readonly webrtc: readonly WebrtcAddress[];
  /** URL of the P2P loader for the address with the same index; '' or missing without P2P. */
  readonly p2p: readonly string[];
  /** Pixels; 0 if unknown. */
  readonly width: number;
  readonly height: number;
}
export interface WebrtcAddress {
  readonly url: string;
  readonly codec: string;
  /** Stream provider of the WebRTC address: 5 or 16 (P21). */
  readonly providerId: number;
}

export const NO_ADDRESSES: AddressSet = { httpflv: [], h265flv: [], nativeh265: [], webrtc: [], p2p: [], width: 0, height: 0 };

/** Why these addresses are considered: after `codec-unsupported`, H265 is allowed although its switch is off (P22). */
export type WatchSource = 'normal' | 'codec-unsupported';

/** Browser properties that the rules need. `chromeMajor` is null if the browser is not Chrome. */
export interface Browser {
  readonly chromeMajor: number | null;
  readonly isSafariWithoutChrome: boolean;
}

/** Capabilities of the page, and the player kinds in this build. */
export interface PlayerAbilities {
  readonly kinds: readonly PlayerKind[];
  readonly mediaSource: boolean;
  readonly h264: boolean;
  readonly nativeHevc: boolean;
  readonly sharedMemory: boolean;
  readonly videoFrameCallback: boolean;
  readonly webrtc: boolean;
}

/** Results of earlier visits, stored with an expiry (P13). */
export interface PlayerHistory {
  readonly stallCount: number;
  /** True during the stay-on-h264 period. */
  readonly staysOnH264: boolean;
  /** The kind chosen by hand, if any. */
  readonly chosen: PlayerKind | null;
  /** Cost of decoding H265 with one thread, in busy milliseconds per megapixel; null before the first measurement. */
  readonly oneThreadMs: number | null;
  /** The same with the number of threads that costs least. */
  readonly fastestMs: number | null;
  /** The viewer's data saver. */
  readonly saver: DataSaver;
}
export const NO_HISTORY: PlayerHistory = {
  stallCount: 0,
  staysOnH264: false,
  chosen: null,
  oneThreadMs: null,
  fastestMs: null,
  saver: 'off',
};

export interface CandidateInput {
  readonly addresses: AddressSet;
  readonly source: WatchSource;
  readonly browser: Browser;
  readonly abilities: PlayerAbilities;
  readonly history: PlayerHistory;
  readonly config: PlayerConfig;
}

export interface Address {
  readonly url: string;
  readonly codec: string;
  readonly providerId: number;
  /** '' without P2P. */
  readonly p2p: string;
}
export interface Candidate {
  readonly kind: PlayerKind;
  readonly addresses: readonly [Address, ...Address[]];
}
export interface Removal {
  readonly kind: PlayerKind;
  readonly reason: SwitchReasonName;
  readonly why: RemovalWhy;
}
export interface Plan {
  /** Best first. Empty if nothing can be played. */
  readonly candidates: readonly Candidate[];
  readonly removed: readonly Removal[];
  /** Switch reason of the first candidate: why it precedes the other kinds. */
  readonly reason: SwitchReasonName;
  /** The same reason as a row of the table below; null if no kind was removed before it. */
  readonly why: PlanWhy | null;
}

/** Best first. The specification does not order the kinds; the project's order: lowest latency, least load, fewest bits, widest support. */
const PREFERENCE: readonly PlayerKind[] = ['webrtc', 'h265-native', 'h265', 'h264'];

const bothSidesOver = ({ addresses, config }: CandidateInput): boolean =>
  addresses.width > config.numbers.skipResolution && addresses.height > config.numbers.skipResolution;

const isUnshared = ({ abilities, config }: CandidateInput): boolean => !abilities.sharedMemory && config.numbers.unsharedPixels > 0;

/** Holds only if H264 plays instead: otherwise a part of the pictures is better than none. */
function isTooSlow({ addresses, abilities, history, config, source }: CandidateInput): boolean {
  const playsH264 = addresses.httpflv.length > 0 && abilities.mediaSource && abilities.h264 && source !== 'codec-unsupported';
  return playsH264 && addresses.width * addresses.height > carriedPixels(config.numbers, history.fastestMs);
}

/** `kind` null: any kind. */
const removal = <const Reason extends SwitchReasonName | null, const Why extends string>(
  kind: PlayerKind | null,
  reason: Reason,
  why: Why,
  when: (input: CandidateInput, kind: PlayerKind) => boolean,
) => ({ kind, reason, why, when });

/**
 * P22, in the order of the specification. The first row that holds removes the kind. The browser shields and the stall history concern the
 * wasm decoder: an H265 stream decoded by the browser costs no CPU time, so only the switch and a missing capability remove `h265-native`.
 */
const REMOVALS = [
  removal('h265', 'APOLLO_CLOSED', 'h265 is switched off', (c) => !c.config.switches.h265 && c.source !== 'codec-unsupported'),
  removal('h265', 'PIXEL_TOO_BIG', 'both sides are over the limit', (c) => c.config.switches.skipHighResolution && bothSidesOver(c)),
  removal('h265', 'HISTORY_STALL', 'h265 stalled too often before', (c) => c.history.stallCount >= c.config.numbers.stallCount),
  removal('h265', 'HISTORY_STALL', 'stays on h264 after a stall', (c) => c.history.staysOnH264 && c.source !== 'codec-unsupported'),
  // Does not hold if the deployment enables decoding without shared memory (threads.ts).
  removal('h265', 'SAFARI_SHIELD', 'Safari without Chrome', (c) => c.browser.isSafariWithoutChrome && !isUnshared(c)),
  removal(
    'h265',
    'CHROME_SHIELD',
    'Chrome is too old',
    (c) => c.browser.chromeMajor !== null && c.browser.chromeMajor < c.config.numbers.chromeMinimum,
  ),
  removal('h265', 'NO_SUPPORT', 'no shared memory', (c) => !c.abilities.sharedMemory && !isUnshared(c)),
  removal(
    'h265',
    'PIXEL_TOO_BIG',
    'too large without shared memory',
    (c) => isUnshared(c) && c.addresses.width * c.addresses.height > unsharedPixels(c.config.numbers, c.history.oneThreadMs),
  ),
  removal('h265', 'PIXEL_TOO_BIG', 'too large for this machine', isTooSlow),
  removal(
    'h265',
    'NATIVE_H265',
    'the browser decodes h265 itself',
    (c) => c.abilities.nativeHevc && c.addresses.nativeh265.length > 0 && c.abilities.kinds.includes('h265-native'),
  ),
  removal('h265-native', 'APOLLO_CLOSED', 'h265 is switched off', (c) => !c.config.switches.h265 && c.source !== 'codec-unsupported'),
  removal('h265-native', 'NO_SUPPORT', 'the browser does not decode h265', (c) => !c.abilities.nativeHevc),
  removal('webrtc', 'NO_SUPPORT', 'no video frame callback', (c) => !c.abilities.videoFrameCallback),
  removal('webrtc', 'NO_SUPPORT', 'no peer connection', (c) => !c.abilities.webrtc),
  removal('webrtc', 'APOLLO_CLOSED', 'webrtc is switched off', (c) => !c.config.switches.webrtc),
  removal('h264', 'NO_SUPPORT', 'no media source', (c) => !c.abilities.mediaSource),
  removal('h264', 'NO_SUPPORT', 'the browser does not decode h264', (c) => !c.abilities.h264),
  // Rarely the only reason: some builds omit a kind to save bytes.
  removal(null, 'NO_SUPPORT', 'this build has no such player', (c, kind) => !c.abilities.kinds.includes(kind)),
  removal(null, null, 'nothing stands in the way', () => true),
] as const;

export type RemovalWhy = Extract<(typeof REMOVALS)[number], { reason: SwitchReasonName }>['why'];
/** Why this browser plays none of the addresses. */
export type UnsupportedWhy = RemovalWhy | 'nothing draws pictures here' | StreamWhy;
/** Found while a stream is read: this player cannot play the stream in any browser. */
export type StreamWhy =
  | 'the stream has another codec'
  | 'the decoder does not decode this format'
  | 'the stream has no decoder configuration'
  | 'the stream has no keyframe';
export type PlanWhy = RemovalWhy | 'the viewer chose it' | 'the viewer saves data';
export const REMOVAL_REASONS: readonly (typeof REMOVALS)[number]['why'][] = [...new Set(reasonsOf(REMOVALS))];

interface KindInput extends CandidateInput {
  readonly kind: PlayerKind;
}
/** The table as rules for one kind. */
const RULES = REMOVALS.map((row) => ({
  ...row,
  when: (input: KindInput) => (row.kind ?? input.kind) === input.kind && row.when(input, input.kind),
})) satisfies readonly Rule<KindInput>[];

/** P22. A pure query; the caller acts on the plan. */
export function decideCandidates(input: CandidateInput): Plan {
  const removed: Removal[] = [];
  const candidates: Candidate[] = [];
  for (const kind of PREFERENCE) {
    const [first, ...rest] = addressesOf(kind, input);
    if (first === undefined) continue;
    const rule = firstRule<KindInput, (typeof RULES)[number]>(RULES, { ...input, kind });
    if (rule.reason === null) candidates.push({ kind, addresses: [first, ...rest] });
    else removed.push({ kind, reason: rule.reason, why: rule.why });
  }
  const { chosen } = input.history;
  const byViewer = chosen === null ? undefined : candidates.find((candidate) => candidate.kind === chosen);
  if (byViewer && byViewer !== candidates[0]) {
    return {
      candidates: [byViewer, ...candidates.filter((candidate) => candidate !== byViewer)],
      removed,
      reason: 'USER_OPERATION',
      why: 'the viewer chose it',
    };
  }
  // A kind chosen by hand precedes the data saver.
  const saving = byViewer ? candidates : orderBySaver(candidates, input.history.saver);
  if (saving[0] !== candidates[0]) return { candidates: saving, removed, reason: 'USER_OPERATION', why: 'the viewer saves data' };
  return { candidates, removed, ...reasonOf(candidates[0], removed) };
}

/** The removal that explains the choice to a viewer: the last one among the kinds preferred to the chosen kind, or native decoding. */
function reasonOf(chosen: Candidate | undefined, removed: readonly Removal[]): Pick<Plan, 'reason' | 'why'> {
  if (chosen?.kind === 'h265-native') return { reason: 'NATIVE_H265', why: 'the browser decodes h265 itself' };
  const rank = chosen === undefined ? PREFERENCE.length : PREFERENCE.indexOf(chosen.kind);
  // Both decoders play H265, so a missing native decoder does not explain the wasm decoder.
  const before = removed.filter(({ kind }) => PREFERENCE.indexOf(kind) < rank && !(kind === 'h265-native' && chosen?.kind === 'h265'));
  const last = before.at(-1);
  return last === undefined ? { reason: 'UNKNOW', why: null } : { reason: last.reason, why: last.why };
}

function addressesOf(kind: PlayerKind, { addresses, abilities, config }: CandidateInput): readonly Address[] {
  const plain = (urls: readonly string[]): readonly Address[] =>
    urls.map((url, index) => ({ url, codec: '', providerId: 0, p2p: config.switches.p2p ? (addresses.p2p[index] ?? '') : '' }));
  switch (kind) {
    case 'h264':
      return plain(addresses.httpflv);
    case 'h265':
      return plain(addresses.h265flv);
    case 'h265-native':
      // If the wasm decoder cannot run, the native decoder uses the addresses of the wasm decoder; the container is the same.
      return plain(addresses.nativeh265.length > 0 || abilities.sharedMemory ? addresses.nativeh265 : addresses.h265flv);
    case 'webrtc':
      return addresses.webrtc.map(({ url, codec, providerId }) => ({ url, codec, providerId, p2p: '' }));
    default:
      return assertNever(kind);
  }
}

/** Chrome's major version and Safari, read from the user agent; no feature detection exists for them. */
export function readBrowser(userAgent: string): Browser {
  const chrome = /(?:Chrome|Chromium|CriOS)\/(\d{1,4})/.exec(userAgent);
  return {
    chromeMajor: chrome?.[1] === undefined ? null : Number(chrome[1]),
    isSafariWithoutChrome: chrome === null && /Safari\//.test(userAgent) && !/Android/.test(userAgent),
  };
}

/** The plan of a run: the candidates without the kinds that this run has dropped. */
export function planOf(run: Run, { browser, abilities, history, config }: RecoveryContext): Plan {
  const plan = decideCandidates({ addresses: run.addresses, source: run.source, browser, abilities, history, config });
  return { ...plan, candidates: plan.candidates.filter(({ kind }) => !run.dropped.includes(kind)) };
}

export const freshRun = (addresses: AddressSet): Run => ({
  addresses,
  known: addresses,
  source: 'normal',
  dropped: [],
  withoutP2p: false,
  hasSwitchedCodec: false,
  rerouted: null,
  failures: 0,
  round: 0,
  reason: null,
  revival: 0,
  failedMs: null,
});

export const attemptOf = ({ kind, addresses }: Candidate, index: number): Attempt => ({
  kind,
  address: addresses[index] ?? addresses[0],
  index,
  of: addresses.length,
});

/** The first address of the plan's first kind; automatic retries use its addresses in turn. Null: no kind can play. */
export function playFirst(epoch: number, run: Run, nowMs: number, context: RecoveryContext): RecoveryStep | null {
  const [candidate] = planOf(run, context).candidates;
  if (candidate === undefined) return null;
  const attempt = attemptOf(candidate, run.revival % candidate.addresses.length);
  return play(epoch, run, attempt, { reason: run.reason, why: 'first address' }, nowMs, context);
}

export function fetch(epoch: number, run: Run, nowMs: number, context: RecoveryContext): RecoveryStep {
  const next = epoch + 1;
  return [
    { name: 'fetching', epoch: next, run, untilMs: nowMs + context.config.numbers.addressesWaitMs },
    { type: 'stop', epoch, keepsPicture: true },
    { type: 'addresses-wanted', epoch: next, round: run.round },
  ];
}

export function play(
  epoch: number,
  run: Run,
  attempt: Attempt,
  { reason, why }: { readonly reason: SwitchReasonName | null; readonly why: AttemptWhy },
  nowMs: number,
  context: RecoveryContext,
): RecoveryStep {
  const next = epoch + 1;
  const plan = planOf(run, context);
  const state: Starting = {
    name: 'starting',
    epoch: next,
    run: { ...run, reason },
    attempt,
    untilMs: nowMs + context.config.numbers.firstFailWaitMs,
    isBlocked: false,
  };
  return [
    state,
    {
      type: 'play',
      epoch: next,
      attempt,
      p2p: run.withoutP2p ? '' : attempt.address.p2p,
      reason: reason ?? plan.reason,
      why,
      because: reason === null ? plan.why : null,
    },
  ];
}

/** P22: what a viewer who wants to save data gets: another order of the kinds, fewer pictures, or none. */
export const DATA_SAVERS = ['off', 'lower-line', 'fewer-pictures', 'sound-only'] as const;
export type DataSaver = (typeof DATA_SAVERS)[number];

/** Fewest bits for the same quality first; the bit rate of a WebRTC server is unknown. */
const BY_BITS: readonly PlayerKind[] = ['h265-native', 'h265', 'h264', 'webrtc'];
/** WebRTC requests both tracks; the other kinds can omit the pictures. */
const PLAYS_SOUND_ALONE: readonly PlayerKind[] = ['h264', 'h265', 'h265-native'];
/** Only pictures that no other picture references are skipped, so that the video still moves. */
const FEWER_PICTURES_LEVEL: DecodeLevel = 2;

interface OfKind {
  readonly kind: PlayerKind;
}

/** The same candidates, with the saving kinds first; unchanged if nothing is to be saved. */
function orderBySaver<Candidate extends OfKind>(candidates: readonly Candidate[], saver: DataSaver): readonly Candidate[] {
  switch (saver) {
    case 'lower-line':
      return [...candidates].sort((a, b) => BY_BITS.indexOf(a.kind) - BY_BITS.indexOf(b.kind));
    case 'sound-only':
      return [...candidates].sort((a, b) => Number(leavesPictures(b.kind)) - Number(leavesPictures(a.kind)));
    default:
      return candidates;
  }
}

const leavesPictures = (kind: PlayerKind): boolean => PLAYS_SOUND_ALONE.includes(kind);

/** Options for the menu; empty if there is no choice. */
export function offeredSavers(kind: PlayerKind | null, kinds: readonly PlayerKind[]): readonly DataSaver[] {
  const isOffered: Readonly<Record<Exclude<DataSaver, 'off'>, boolean>> = {
    'lower-line': kinds.length > 1 && kinds.some((each) => each === 'h265' || each === 'h265-native'),
    'fewer-pictures': kind === 'h265',
    'sound-only': kinds.some(leavesPictures),
  };
  const some = DATA_SAVERS.filter((saver) => saver !== 'off' && isOffered[saver]);
  return some.length === 0 ? [] : ['off', ...some];
}

/** The stored choice; otherwise the browser's preference, which selects a line with fewer bits at the same quality. */
export function saverAtFirst(stored: unknown, savesData: boolean): DataSaver {
  return DATA_SAVERS.find((saver) => saver === stored) ?? (savesData ? 'lower-line' : 'off');
}

/** Saving instructions for a player of this kind. */
export interface Savings {
  readonly soundOnly: boolean;
  /** Minimum decode level, independent of the machine. */
  readonly leastLevel: DecodeLevel;
}

export const savingsOf = (saver: DataSaver, kind: PlayerKind): Savings => ({
  soundOnly: saver === 'sound-only' && leavesPictures(kind),
  leastLevel: saver === 'fewer-pictures' && kind === 'h265' ? FEWER_PICTURES_LEVEL : 0,
});

/** True if a changed option needs another player. `first` is the first candidate under the new option. */
export const needsAnotherPlayer = (kind: PlayerKind, first: PlayerKind | undefined, before: DataSaver, after: DataSaver): boolean =>
  first !== kind || savingsOf(before, kind).soundOnly !== savingsOf(after, kind).soundOnly;
