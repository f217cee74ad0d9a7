import { err, ok, type Result } from '../result.ts';

/**
 * Callback-style answers (`name({...})`) are data here, never script: the text is unwrapped and parsed. Plain JSON is accepted too.
 * The caller bounds the length of the text.
 */
export function unwrapCallback(text: string): Result<unknown> {
  const match =
    /^\s*(?:\/\*\*\/\s*)?(?:typeof\s+[\w$.]+\s*===?\s*'function'\s*&&\s*)?[A-Za-z_$][\w$.]{0,127}\s*\(([\s\S]*)\)\s*;?\s*$/.exec(text);
  try {
    return ok(JSON.parse(match?.[1] ?? text));
  } catch {
    return err('HTTP_BAD_BODY', `not JSON: ${text.slice(0, 60)}`);
  }
}
