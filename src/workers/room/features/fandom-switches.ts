import { DEFAULT_SWITCHES, readSwitches, SWITCH_TIMEOUT_MS, type Switches } from '../../../core/room/people/fandom-switches.ts';
import type { FeatureContext } from './feature-api.ts';

const MAX_BYTES = 16_384;

/** S34: `POST {secure service}{hash}`; the hash is a setting of the deployment. Returns the default after any failure. Never rejects. */
export async function fetchSwitches(room: FeatureContext): Promise<Switches> {
  const { secure, fandomSwitchPath } = room.services;
  const request = { method: 'POST', url: `${secure}${fandomSwitchPath}`, timeoutMs: SWITCH_TIMEOUT_MS, maxBytes: MAX_BYTES } as const;
  const answer = await room.call({ ...request, credentials: 'include', body: { roomId: room.roomId() } }, readSwitches);
  if (!answer.ok) room.failure(answer.error);
  return answer.ok ? answer.value : DEFAULT_SWITCHES;
}
