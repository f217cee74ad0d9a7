import { expect, test } from 'vitest';
import { afterLoss, LOSS_WHYS, type Loss } from '../../../src/features/publish/rules-link.ts';
import type { ErrorCode } from '../../../src/core/errors.ts';

const loss = (code: ErrorCode, given: Partial<Loss> & { status?: number } = {}): Loss => ({
  failure: { code, detail: '', ...(given.status !== undefined && { status: given.status }) },
  failures: given.failures ?? 0,
  hasBeenOnAir: given.hasBeenOnAir ?? true,
});

test.each([
  [loss('HTTP_STATUS', { status: 403 }), 'the server refuses'],
  [loss('HTTP_STATUS', { status: 401, hasBeenOnAir: false }), 'the server refuses'],
  [loss('HTTP_STATUS', { status: 404 }), 'tried again'],
  [loss('HTTP_STATUS', { status: 409 }), 'tried again'],
  [loss('HTTP_STATUS', { status: 429 }), 'tried again'],
  [loss('HTTP_STATUS', { status: 503 }), 'tried again'],
  [loss('HTTP_BAD_BODY'), 'the answer cannot be used'],
  [loss('HTTP_TOO_LONG'), 'the answer cannot be used'],
  [loss('PUBLISH_UNSUPPORTED'), 'the browser cannot send'],
  [loss('HTTP_NETWORK', { hasBeenOnAir: false, failures: 1 }), 'tried again'],
  [loss('HTTP_NETWORK', { hasBeenOnAir: false, failures: 2 }), 'never connected'],
  [loss('PUBLISH_LOST', { failures: 8 }), 'tried again'],
  [loss('PUBLISH_LOST', { failures: 9 }), 'lost too often'],
] as const)('P31 after the loss %j the reason of the decision is "%s"', (given, why) => {
  expect(afterLoss(given, 0).why).toBe(why);
});

test('P31 every reason after a loss is reached', () => {
  const codes = ['HTTP_STATUS', 'HTTP_BAD_BODY', 'PUBLISH_UNSUPPORTED', 'HTTP_NETWORK'] as const;
  const seen = new Set(
    codes.flatMap((code) =>
      [0, 5, 20].flatMap((failures) =>
        [true, false].map(
          (hasBeenOnAir) => afterLoss(loss(code, { ...(code === 'HTTP_STATUS' && { status: 403 }), failures, hasBeenOnAir }), 0).why,
        ),
      ),
    ),
  );
  expect([...seen].sort()).toEqual([...LOSS_WHYS].sort());
});

test('P31 the waits grow up to a limit, and the random part shortens them by at most a third', () => {
  const waits = (random: number): readonly number[] =>
    [0, 1, 2, 3, 4, 8].map((failures) => {
      const after = afterLoss(loss('PUBLISH_LOST', { failures }), random);
      return after.does === 'retry' ? after.delayMs : Number.NaN;
    });
  expect(waits(0)).toEqual([0, 1_000, 3_000, 7_000, 15_000, 15_000]);
  expect(waits(1)).toEqual([0, 700, 2_100, 4_900, 10_500, 10_500]);
});
