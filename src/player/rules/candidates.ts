import { assertNever } from '../../core/assert-never.ts';
import { firstRule, whysOf, type Rule } from '../../core/rules.ts';
import type { PlayerConfig } from './constants.ts';
import { orderBySaver, type DataSaver } from './data-saver.ts';
import type { PlayerKind, SwitchReasonName } from './names.ts';
import { unsharedPixels } from './unshared.ts';

/** Addresses per player kind (document 1, section 3). Lists are bounded by the reader (core/room/live-info.ts). */
export interface AddressSet {
  readonly httpflv: readonly string[];
  readonly h265flv: readonly string[];
  readonly nativeh265: readonly string[];
  readonly webrtc: readonly WebrtcAddress[];
  /** Url of the sharing loader for the address of the same index; '' or missing means without. */
  readonly p2p: readonly string[];
  /** Pixels; 0 when not known. */
  readonly width: number;
  readonly height: number;
}
export interface WebrtcAddress {
  readonly url: string;
  readonly codec: string;
  /** 5 is one cloud, 16 another (document 1, section 3). */
  readonly providerId: number;
}

export const NO_ADDRESSES: AddressSet = { httpflv: [], h265flv: [], nativeh265: [], webrtc: [], p2p: [], width: 0, height: 0 };

/** Why these addresses are considered: a codec-unsupported stream may use H265 although its switch is off (document 1, section 4). */
export type WatchSource = 'normal' | 'codec-unsupported';

/** What the browser is, as far as the rules ask. `chromeMajor` is null when it is no Chrome. */
export interface Browser {
  readonly chromeMajor: number | null;
  readonly isSafariWithoutChrome: boolean;
}

/** What the page can do, and the kinds that this build has a player for. */
export interface PlayerAbilities {
  readonly kinds: readonly PlayerKind[];
  readonly mediaSource: boolean;
  readonly h264: boolean;
  readonly nativeHevc: boolean;
  readonly sharedMemory: boolean;
  readonly videoFrameCallback: boolean;
  readonly webrtc: boolean;
}

/** What earlier visits showed; stored with an expiry (P13). */
export interface PlayerHistory {
  readonly stallCount: number;
  /** True while the stay-on-h264 period runs. */
  readonly staysOnH264: boolean;
  /** The kind that the viewer chose by hand, if any. */
  readonly chosen: PlayerKind | null;
  /** What decoding H265 costs with one thread, busy milliseconds per megapixel; null before it was measured. */
  readonly oneThreadMs: number | null;
  /** What the viewer does without. */
  readonly saver: DataSaver;
}
export const NO_HISTORY: PlayerHistory = { stallCount: 0, staysOnH264: false, chosen: null, oneThreadMs: null, saver: 'off' };

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
  /** '' without sharing. */
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
  /** Best first. Empty when nothing can be played. */
  readonly candidates: readonly Candidate[];
  readonly removed: readonly Removal[];
  /** Switch reason of the first candidate: why it is this one and not a kind before it. */
  readonly reason: SwitchReasonName;
  /** The same as a row of the table below; null when nothing stood in the way. */
  readonly why: PlanWhy | null;
}

/** Best first. The documents do not order the kinds: lowest delay, then least work for the machine, then fewest bits, then what plays anywhere. */
const PREFERENCE: readonly PlayerKind[] = ['webrtc', 'h265-native', 'h265', 'h264'];

const bothSidesOver = ({ addresses, config }: CandidateInput): boolean =>
  addresses.width > config.numbers.skipResolution && addresses.height > config.numbers.skipResolution;

const isUnshared = ({ abilities, config }: CandidateInput): boolean => !abilities.sharedMemory && config.numbers.unsharedPixels > 0;

/**
 * Document 1, section 4, in its order. The first row that holds removes the kind; each row is one sentence of the document.
 * The shields and the stall history speak of the wasm decoder: an H265 stream that the browser decodes by itself costs it nothing, so only
 * the switch and the missing ability remove `h265-native`.
 */
const REMOVALS = [
  {
    kind: 'h265',
    reason: 'APOLLO_CLOSED',
    why: 'h265 is switched off',
    when: (c) => !c.config.switches.h265 && c.source !== 'codec-unsupported',
  },
  {
    kind: 'h265',
    reason: 'PIXEL_TOO_BIG',
    why: 'both sides are over the limit',
    when: (c) => c.config.switches.skipHighResolution && bothSidesOver(c),
  },
  {
    kind: 'h265',
    reason: 'HISTORY_STALL',
    why: 'h265 stalled too often before',
    when: (c) => c.history.stallCount >= c.config.numbers.stallCount,
  },
  {
    kind: 'h265',
    reason: 'HISTORY_STALL',
    why: 'stays on h264 after a stall',
    when: (c) => c.history.staysOnH264 && c.source !== 'codec-unsupported',
  },
  // Not where a deployment has turned on what needs nothing that Safari lacks (unshared.ts).
  { kind: 'h265', reason: 'SAFARI_SHIELD', why: 'Safari without Chrome', when: (c) => c.browser.isSafariWithoutChrome && !isUnshared(c) },
  {
    kind: 'h265',
    reason: 'CHROME_SHIELD',
    why: 'Chrome is too old',
    when: (c) => c.browser.chromeMajor !== null && c.browser.chromeMajor < c.config.numbers.chromeMinimum,
  },
  {
    kind: 'h265',
    reason: 'NO_SUPPORT',
    why: 'no shared memory',
    when: (c) => !c.abilities.sharedMemory && !isUnshared(c),
  },
  {
    kind: 'h265',
    reason: 'PIXEL_TOO_BIG',
    why: 'too large without shared memory',
    when: (c) => isUnshared(c) && c.addresses.width * c.addresses.height > unsharedPixels(c.config.numbers, c.history.oneThreadMs),
  },
  {
    kind: 'h265',
    reason: 'NATIVE_H265',
    why: 'the browser decodes h265 itself',
    when: (c) => c.abilities.nativeHevc && c.addresses.nativeh265.length > 0 && c.abilities.kinds.includes('h265-native'),
  },
  {
    kind: 'h265-native',
    reason: 'APOLLO_CLOSED',
    why: 'h265 is switched off',
    when: (c) => !c.config.switches.h265 && c.source !== 'codec-unsupported',
  },
  { kind: 'h265-native', reason: 'NO_SUPPORT', why: 'the browser does not decode h265', when: (c) => !c.abilities.nativeHevc },
  { kind: 'webrtc', reason: 'NO_SUPPORT', why: 'no video frame callback', when: (c) => !c.abilities.videoFrameCallback },
  { kind: 'webrtc', reason: 'NO_SUPPORT', why: 'no peer connection', when: (c) => !c.abilities.webrtc },
  { kind: 'webrtc', reason: 'APOLLO_CLOSED', why: 'webrtc is switched off', when: (c) => !c.config.switches.webrtc },
  { kind: 'h264', reason: 'NO_SUPPORT', why: 'no media source', when: (c) => !c.abilities.mediaSource },
  { kind: 'h264', reason: 'NO_SUPPORT', why: 'the browser does not decode h264', when: (c) => !c.abilities.h264 },
  // Seldom a reason by itself: builds without a kind exist for size.
  { kind: null, reason: 'NO_SUPPORT', why: 'this build has no such player', when: (c, kind) => !c.abilities.kinds.includes(kind) },
  { kind: null, reason: null, why: 'nothing stands in the way', when: () => true },
] as const satisfies readonly RemovalRow[];

interface RemovalRow {
  /** Null: any kind. */
  readonly kind: PlayerKind | null;
  readonly reason: SwitchReasonName | null;
  readonly why: string;
  when(input: CandidateInput, kind: PlayerKind): boolean;
}

export type RemovalWhy = Extract<(typeof REMOVALS)[number], { reason: SwitchReasonName }>['why'];
/** Why nothing can be played here. */
export type UnsupportedWhy = RemovalWhy | 'nothing draws pictures here' | StreamWhy;
/** Found while a stream is read: no other browser would play it here. */
export type StreamWhy = 'the stream has another codec' | 'the decoder does not decode this format';
export type PlanWhy = RemovalWhy | 'the viewer chose it' | 'the viewer saves data';
export const REMOVAL_WHYS: readonly (typeof REMOVALS)[number]['why'][] = [...new Set(whysOf(REMOVALS))];

interface KindInput extends CandidateInput {
  readonly kind: PlayerKind;
}
/** The table as rules on one kind. */
const RULES = REMOVALS.map((row) => ({
  ...row,
  when: (input: KindInput) => (row.kind ?? input.kind) === input.kind && row.when(input, input.kind),
})) satisfies readonly Rule<KindInput>[];

/** P22. Asking changes nothing; the caller acts on the plan. */
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
  // A kind that was chosen by hand stays before one that saves.
  const saving = byViewer ? candidates : orderBySaver(candidates, input.history.saver);
  if (saving[0] !== candidates[0]) return { candidates: saving, removed, reason: 'USER_OPERATION', why: 'the viewer saves data' };
  return { candidates, removed, ...reasonOf(candidates[0], removed) };
}

/** The removal that a viewer would ask about: the last one among the kinds preferred to the chosen one, or native decoding. */
function reasonOf(chosen: Candidate | undefined, removed: readonly Removal[]): Pick<Plan, 'reason' | 'why'> {
  if (chosen?.kind === 'h265-native') return { reason: 'NATIVE_H265', why: 'the browser decodes h265 itself' };
  const rank = chosen === undefined ? PREFERENCE.length : PREFERENCE.indexOf(chosen.kind);
  // Decoded by ourselves or by the browser, it is H265: that it is not the browser is no reason.
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
      // Where the wasm decoder cannot run at all, its addresses are better than none: the container is the same.
      return plain(addresses.nativeh265.length > 0 || abilities.sharedMemory ? addresses.nativeh265 : addresses.h265flv);
    case 'webrtc':
      return addresses.webrtc.map(({ url, codec, providerId }) => ({ url, codec, providerId, p2p: '' }));
    default:
      return assertNever(kind);
  }
}

/** Chrome's major version and Safari, from the user agent: the only two facts that the rules ask and that cannot be asked otherwise. */
export function readBrowser(userAgent: string): Browser {
  const chrome = /(?:Chrome|Chromium|CriOS)\/(\d{1,4})/.exec(userAgent);
  return {
    chromeMajor: chrome?.[1] === undefined ? null : Number(chrome[1]),
    isSafariWithoutChrome: chrome === null && /Safari\//.test(userAgent) && !/Android/.test(userAgent),
  };
}
