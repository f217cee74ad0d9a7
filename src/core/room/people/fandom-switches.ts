/** S34: the fan-club switch: enabled parts of club and ranks. */
import { flagOf } from '../../../player/base/answer-fields.ts';
import { err, ok, type Result } from '../../errors.ts';

/** S34: after 3 s the default [1,1] is used. */
export const SWITCH_TIMEOUT_MS = 3_000;
const SWITCH_KEYS = ['contribution_rank', 'intimacy_rank', 'fans_group'] as const;
type SwitchKey = (typeof SWITCH_KEYS)[number];
export type Switches = Readonly<Record<SwitchKey, boolean>>;

/** The two default values apply to the two ranks. S34 names none for the group, which a failed call does not take away from its members. */
export const DEFAULT_SWITCHES: Switches = { contribution_rank: true, intimacy_rank: true, fans_group: true };
const MAX_INFOS = 32;

/** A missing key is off; a key with a bad value is ignored. */
export function readSwitches(body: unknown): Result<Switches> {
  const infos: unknown = typeof body === 'object' && body !== null && 'switchInfos' in body ? body.switchInfos : null;
  if (!Array.isArray(infos)) return err('HTTP_BAD_BODY', 'fan club: no switchInfos');
  const on = new Set<unknown>();
  for (const info of infos.slice(0, MAX_INFOS) as readonly unknown[]) {
    if (typeof info === 'object' && info !== null && 'switchKey' in info && 'switchValue' in info && flagOf(info.switchValue) === true)
      on.add(info.switchKey);
  }
  return ok({ contribution_rank: on.has('contribution_rank'), intimacy_rank: on.has('intimacy_rank'), fans_group: on.has('fans_group') });
}
