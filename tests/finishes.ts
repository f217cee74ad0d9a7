import { runInNewContext } from 'node:vm';

/**
 * Runs synchronous code that must terminate. The limit stops a loop that would run for hours, so that the test fails instead of hanging;
 * run times below it are not checked. A test's own timeout cannot interrupt synchronous code.
 */
export function finishes<T>(act: () => T, limitMs = 30_000): T {
  return runInNewContext('act()', { act }, { timeout: limitMs }) as T;
}
