import { runInNewContext } from 'node:vm';

/**
 * Runs synchronous code that must come to an end by itself. The limit ends what would go on for hours, so that the test fails and does not
 * hang; nothing is asserted about how long the code takes below it. A test's own timeout cannot interrupt synchronous code.
 */
export function finishes<T>(act: () => T, limitMs = 30_000): T {
  return runInNewContext('act()', { act }, { timeout: limitMs }) as T;
}
