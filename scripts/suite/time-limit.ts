/** Time limits of tests, scaled to this machine. `npm test` and `npm run e2e` measure the machine (scripts/suite/pace.ts). */

/** Environment variable with the factor for the configurations of the test runners. */
export const FACTOR_NAME = 'FOOTLIGHT_TIME_FACTOR';
/** A longer limit would only hide a test that never ends. */
export const MAX_FACTOR = 10;

/** `ms` times the factor, in milliseconds. */
export function limitMs(ms: number): number {
  const factor = Number(process.env[FACTOR_NAME] ?? 1);
  return Math.round(ms * (factor >= 1 && factor <= MAX_FACTOR ? factor : 1));
}
