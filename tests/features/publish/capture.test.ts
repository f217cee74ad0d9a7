import { expect, test } from 'vitest';

import { captureProblem } from '../../../src/features/publish/page-capture.ts';
import { words as en } from '../../../src/features/publish/text.en.ts';
import { ERRORS } from '../../../src/core/errors.ts';

test.each([
  ['NotAllowedError', 'CAPTURE_DENIED'],
  ['SecurityError', 'CAPTURE_DENIED'],
  ['NotFoundError', 'CAPTURE_MISSING'],
  ['OverconstrainedError', 'CAPTURE_MISSING'],
  ['NotReadableError', 'CAPTURE_BUSY'],
  ['AbortError', 'CAPTURE_BUSY'],
  ['__proto__', 'CAPTURE_FAILED'],
  ['', 'CAPTURE_FAILED'],
])('P31 a camera error %j is reported as %s', (name, code) => {
  expect(captureProblem(name)).toBe(code);
});

test('P31 every capture error has a text', () => {
  const codes = Object.keys(ERRORS).filter((code) => code.startsWith('CAPTURE_'));
  expect(Object.keys(en.captureProblems).sort()).toEqual(codes.sort());
});
