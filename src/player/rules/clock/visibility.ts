import { firstRule, whysOf, type Rule } from '../../../core/rules.ts';
import type { PlayerProgress } from '../contract.ts';
import type { PlayerConfig } from '../constants.ts';

/** Known values when the tab becomes visible. */
export interface ReturnCase {
  readonly config: PlayerConfig;
  readonly isLive: boolean;
  readonly isStopped: boolean;
  readonly progress: PlayerProgress;
}

/** P27: the first row that holds decides; `replay`: the player restarts. */
const RULES = [
  { why: 'replay is switched off', replay: false, when: (c) => !c.config.switches.replayOnVisible },
  { why: 'the room is not live', replay: false, when: (c) => !c.isLive },
  { why: 'the player is stopped', replay: false, when: (c) => c.isStopped },
  { why: 'audio length is negative', replay: true, when: (c) => c.progress.audioS < 0 },
  {
    why: 'audio and video are apart',
    replay: true,
    when: (c) => Math.abs(c.progress.audioS - c.progress.videoS) * 1_000 > c.config.numbers.audioVideoDiffMs,
  },
  { why: 'too much is buffered', replay: true, when: (c) => c.progress.bufferedS * 1_000 > c.config.numbers.replayBufferMs },
  { why: 'in step', replay: false, when: () => true },
] as const satisfies readonly (Rule<ReturnCase> & { replay: boolean })[];

export type ReturnWhy = (typeof RULES)[number]['why'];
export const RETURN_WHYS: readonly ReturnWhy[] = whysOf(RULES);

/** Unknown numbers are NaN and never cause a restart, so a player that does not measure a value is not restarted because of it. */
export function decideReturn(input: ReturnCase): { readonly replay: boolean; readonly why: ReturnWhy } {
  const rule = firstRule<ReturnCase, (typeof RULES)[number]>(RULES, input);
  return { replay: rule.replay, why: rule.why };
}
