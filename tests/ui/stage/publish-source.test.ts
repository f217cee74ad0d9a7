import { expect, test } from 'vitest';

import { captureTrouble } from '../../../src/ui/stage/publish-source.ts';
import { en } from '../../../src/ui/text/en.ts';
import { ERRORS } from '../../../src/workers/core/errors.ts';

test.each([
  ['NotAllowedError', 'CAPTURE_DENIED'],
  ['SecurityError', 'CAPTURE_DENIED'],
  ['NotFoundError', 'CAPTURE_MISSING'],
  ['OverconstrainedError', 'CAPTURE_MISSING'],
  ['NotReadableError', 'CAPTURE_BUSY'],
  ['AbortError', 'CAPTURE_BUSY'],
  ['__proto__', 'CAPTURE_FAILED'],
  ['', 'CAPTURE_FAILED'],
])('P31 a camera that is refused with %j is %s', (name, code) => {
  expect(captureTrouble(name)).toBe(code);
});

test('P31 every capture error has words', () => {
  const codes = Object.keys(ERRORS).filter((code) => code.startsWith('CAPTURE_'));
  expect(Object.keys(en.captureTroubles).sort()).toEqual(codes.sort());
});
