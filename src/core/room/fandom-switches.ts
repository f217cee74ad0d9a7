/** S34: the fan-club switch: which parts of club and ranks a room shows. */
import { err, ok, type Result } from '../result.ts';

/** Document 2, section 7: on a timeout of 3 s the default [1,1] is used. */
export const SWITCH_TIMEOUT_MS = 3_000;
const SWITCH_KEYS = ['contribution_rank', 'intimacy_rank', 'fans_group'] as const;
type SwitchKey = (typeof SWITCH_KEYS)[number];
export type Switches = Readonly<Record<SwitchKey, boolean>>;

/** Two values for three keys: they are those of the first two, in the order of the document. */
export const DEFAULT_SWITCHES: Switches = { contribution_rank: true, intimacy_rank: true, fans_group: false };
/** The document shows no type of the value: numbers, texts and flags are what services send. */
const ON: readonly unknown[] = [1, '1', true, 'true'];
const MAX_INFOS = 32;

/** A key that is left out is off; one with a bad value is left out. */
export function readSwitches(body: unknown): Result<Switches> {
  const infos: unknown = typeof body === 'object' && body !== null && 'switchInfos' in body ? body.switchInfos : null;
  if (!Array.isArray(infos)) return err('HTTP_BAD_BODY', 'fan club: no switchInfos');
  const on = new Set<unknown>();
  for (const info of infos.slice(0, MAX_INFOS) as readonly unknown[]) {
    if (typeof info === 'object' && info !== null && 'switchKey' in info && 'switchValue' in info && ON.includes(info.switchValue))
      on.add(info.switchKey);
  }
  return ok({ contribution_rank: on.has('contribution_rank'), intimacy_rank: on.has('intimacy_rank'), fans_group: on.has('fans_group') });
}
