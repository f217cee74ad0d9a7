import { assertNever } from '../assert-never.ts';
import type { PlayerConfig } from './constants.ts';
import type { PlayerKind, SwitchReasonName } from './names.ts';

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

/** Why these addresses are being looked at: a codec-unsupported stream may use H265 although its switch is off (document 1, section 4). */
export type WatchSource = 'normal' | 'codec-unsupported';

/** What the browser is, as far as the rules ask. `chrome` is null when it is none. */
export interface Browser {
  readonly chromeMajor: number | null;
  readonly isSafariWithoutChrome: boolean;
}

/** What the page can do and what this build has hands for. */
export interface PlayerAbilities {
  readonly kinds: readonly PlayerKind[];
  readonly mediaSource: boolean;
  readonly h264: boolean;
  readonly nativeHevc: boolean;
  readonly sharedMemory: boolean;
  readonly videoFrameCallback: boolean;
  readonly webrtc: boolean;
}

/** What was learnt in earlier visits; kept by the page with an expiry (P13). */
export interface PlayerHistory {
  readonly stallCount: number;
  /** True while the stay-on-h264 period runs. */
  readonly staysOnH264: boolean;
  /** The kind that the viewer chose by hand, if any. */
  readonly chosen: PlayerKind | null;
}
export const NO_HISTORY: PlayerHistory = { stallCount: 0, staysOnH264: false, chosen: null };

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
  readonly why: string;
}
export interface Plan {
  /** Best first. Empty when nothing can be played. */
  readonly candidates: readonly Candidate[];
  readonly removed: readonly Removal[];
  /** Switch reason of the first candidate: why it is this one and not a kind before it. */
  readonly reason: SwitchReasonName;
  /** The same in words, '' when nothing stood in the way. */
  readonly why: string;
}

/** Best first. The documents do not order the kinds: lowest delay, then least work for the machine, then fewest bits, then what plays anywhere. */
export const PREFERENCE: readonly PlayerKind[] = ['webrtc', 'h265-native', 'h265', 'h264'];

const bothSidesOver = ({ addresses, config }: CandidateInput): boolean =>
  addresses.width > config.numbers.skipResolution && addresses.height > config.numbers.skipResolution;

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
  { kind: 'h265', reason: 'SAFARI_SHIELD', why: 'Safari without Chrome', when: (c) => c.browser.isSafariWithoutChrome },
  {
    kind: 'h265',
    reason: 'CHROME_SHIELD',
    why: 'Chrome is too old',
    when: (c) => c.browser.chromeMajor !== null && c.browser.chromeMajor < c.config.numbers.chromeMinimum,
  },
  { kind: 'h265', reason: 'NO_SUPPORT', why: 'no shared memory', when: (c) => !c.abilities.sharedMemory },
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
] as const satisfies readonly { kind: PlayerKind; reason: SwitchReasonName; why: string; when(input: CandidateInput): boolean }[];

const NO_HANDS = 'this build has no such player';
export type RemovalWhy = (typeof REMOVALS)[number]['why'] | typeof NO_HANDS;
export const REMOVAL_WHYS: readonly RemovalWhy[] = [...new Set<RemovalWhy>([...REMOVALS.map((row) => row.why), NO_HANDS])];

/** P22. Asking changes nothing; the caller acts on the plan. */
export function decideCandidates(input: CandidateInput): Plan {
  const removed: Removal[] = [];
  const candidates: Candidate[] = [];
  for (const kind of PREFERENCE) {
    const addresses = addressesOf(kind, input);
    const [first, ...rest] = addresses;
    if (first === undefined) continue;
    const rule = REMOVALS.find((row) => row.kind === kind && row.when(input));
    if (rule) removed.push({ kind, reason: rule.reason, why: rule.why });
    else if (!input.abilities.kinds.includes(kind)) removed.push({ kind, reason: 'NO_SUPPORT', why: NO_HANDS });
    else candidates.push({ kind, addresses: [first, ...rest] });
  }
  const { chosen } = input.history;
  const byHand = chosen === null ? undefined : candidates.find((candidate) => candidate.kind === chosen);
  if (byHand && byHand !== candidates[0]) {
    return {
      candidates: [byHand, ...candidates.filter((candidate) => candidate !== byHand)],
      removed,
      reason: 'USER_OPERATION',
      why: 'the viewer chose it',
    };
  }
  return { candidates, removed, ...reasonOf(candidates[0], removed) };
}

/** The removal that a viewer would ask about: the last one among the kinds preferred to the chosen one, or native decoding. */
function reasonOf(chosen: Candidate | undefined, removed: readonly Removal[]): Pick<Plan, 'reason' | 'why'> {
  if (chosen?.kind === 'h265-native') return { reason: 'NATIVE_H265', why: 'the browser decodes h265 itself' };
  const rank = chosen === undefined ? PREFERENCE.length : PREFERENCE.indexOf(chosen.kind);
  // Decoded by ourselves or by the browser, it is H265: that it is not the browser is no reason.
  const before = removed.filter(({ kind }) => PREFERENCE.indexOf(kind) < rank && !(kind === 'h265-native' && chosen?.kind === 'h265'));
  const last = before.at(-1);
  return last === undefined ? { reason: 'UNKNOW', why: '' } : { reason: last.reason, why: last.why };
}

function addressesOf(kind: PlayerKind, { addresses, config }: CandidateInput): readonly Address[] {
  const plain = (urls: readonly string[]): readonly Address[] =>
    urls.map((url, index) => ({ url, codec: '', providerId: 0, p2p: config.switches.p2p ? (addresses.p2p[index] ?? '') : '' }));
  switch (kind) {
    case 'h264':
      return plain(addresses.httpflv);
    case 'h265':
      return plain(addresses.h265flv);
    case 'h265-native':
      return plain(addresses.nativeh265.length > 0 ? addresses.nativeh265 : []);
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
