import { firstRule, whysOf, type Rule } from '../../../core/rules.ts';
import type { PlayerKind, PullFailureName, SwitchReasonName } from '../names.ts';

/** A failed attempt and the remaining options. */
export interface FailureCase {
  readonly failure: PullFailureName;
  readonly network: boolean;
  readonly codecUnsupported: boolean;
  readonly isStall: boolean;
  readonly attempt: { readonly kind: PlayerKind; readonly index: number; readonly of: number };
  readonly run: { readonly withoutP2p: boolean; readonly hasSwitchedCodec: boolean; readonly failures: number; readonly round: number };
  /** Kinds that could play instead, best first. */
  readonly others: readonly PlayerKind[];
  readonly maxRetries: number;
}

export type FailureAction =
  | { readonly type: 'without-p2p' }
  | { readonly type: 'switch'; readonly to: PlayerKind; readonly reason: SwitchReasonName; readonly countsStall: boolean }
  /** `waitless`: a codec-unsupported failure waits 0 (P24). */
  | { readonly type: 'next-address'; readonly waitless: boolean }
  | { readonly type: 'fresh-addresses'; readonly waitless: boolean }
  | { readonly type: 'give-up' };

const isH265 = (kind: PlayerKind): boolean => kind === 'h265' || kind === 'h265-native';
const firstH265 = (c: FailureCase): PlayerKind | undefined => c.others.find(isH265);
const flv = (c: FailureCase): PlayerKind | undefined => c.others.find((kind) => kind !== 'webrtc');
const h264 = (c: FailureCase): PlayerKind | undefined => c.others.find((kind) => kind === 'h264');
const isDecodeError = (c: FailureCase): boolean =>
  c.codecUnsupported || (!c.network && (c.failure === 'PLAYER_ERROR' || c.failure === 'NO_SUPPORT'));
const reasonOf = (c: FailureCase): SwitchReasonName => (c.codecUnsupported || c.failure === 'NO_SUPPORT' ? 'NO_SUPPORT' : 'UNKNOW');
const switchTo = (to: PlayerKind | undefined, reason: SwitchReasonName, countsStall = false): FailureAction =>
  to === undefined ? { type: 'give-up' } : { type: 'switch', to, reason, countsStall };

/** P23, P24. The first row whose `when` holds decides; `why` is written to log, overlay and reports. The last row always holds. */
const RULES = [
  {
    why: 'sharing failed, once more without it',
    when: (c) => c.failure === 'P2P_ERROR' && !c.run.withoutP2p,
    act: () => ({ type: 'without-p2p' }),
  },
  {
    why: 'h264 is not supported, h265 once',
    when: (c) =>
      c.codecUnsupported && c.attempt.kind === 'h264' && c.run.failures === 0 && !c.run.hasSwitchedCodec && firstH265(c) !== undefined,
    act: (c) => switchTo(firstH265(c), 'NO_SUPPORT'),
  },
  {
    why: 'webrtc failed, flv',
    when: (c) => c.attempt.kind === 'webrtc' && flv(c) !== undefined,
    // A downgrade to h264 after a stall counts one stall, of every kind (P23).
    act: (c) => (c.isStall ? switchTo(flv(c), 'STALL_CHECKER', flv(c) === 'h264') : switchTo(flv(c), reasonOf(c))),
  },
  {
    why: 'h265 stalled, h264',
    when: (c) => c.attempt.kind === 'h265' && c.isStall && h264(c) !== undefined,
    act: (c) => switchTo(h264(c), 'STALL_CHECKER', true),
  },
  {
    why: 'h265 cannot be decoded, h264',
    when: (c) => isH265(c.attempt.kind) && isDecodeError(c) && h264(c) !== undefined,
    act: (c) => switchTo(h264(c), reasonOf(c)),
  },
  {
    why: 'the player script did not load, another kind',
    when: (c) => c.failure === 'JS_LOAD_ERROR' && c.others.length > 0,
    act: (c) => switchTo(c.others[0], 'UNKNOW'),
  },
  {
    why: 'another address',
    when: (c) => c.attempt.index + 1 < c.attempt.of,
    act: (c) => ({ type: 'next-address', waitless: c.codecUnsupported }),
  },
  {
    why: 'all addresses failed, a fresh list',
    when: (c) => c.run.round < c.maxRetries,
    act: (c) => ({ type: 'fresh-addresses', waitless: c.codecUnsupported }),
  },
  { why: 'every retry is used', when: () => true, act: () => ({ type: 'give-up' }) },
] as const satisfies readonly (Rule<FailureCase> & { act(failure: FailureCase): FailureAction })[];

export type FailureWhy = (typeof RULES)[number]['why'];
export const FAILURE_WHYS: readonly FailureWhy[] = whysOf(RULES);

export function decideFailure(failure: FailureCase): { readonly action: FailureAction; readonly why: FailureWhy } {
  const rule = firstRule<FailureCase, (typeof RULES)[number]>(RULES, failure);
  return { action: rule.act(failure), why: rule.why };
}
