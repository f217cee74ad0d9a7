import { done, err, type Result } from '../../result.ts';
import { ROOM_LIMITS } from '../limits.ts';

/** The answer to a feature's call, `{ code, msg }`: 0 means success; `msg` of a refusal is shown to the viewer. */
export function readFeatureAnswer(body: unknown): Result {
  const { code, msg } = typeof body === 'object' && body !== null ? (body as { readonly code?: unknown; readonly msg?: unknown }) : {};
  if (code === 0) return done;
  if (typeof code !== 'number') return err('HTTP_BAD_BODY', 'feature: code is no number');
  return err('FEATURE_REFUSED', typeof msg === 'string' ? msg.slice(0, ROOM_LIMITS.textLength.value) : '');
}
