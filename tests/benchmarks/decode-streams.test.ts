import { expect, test } from 'vitest';
import { encodedPath } from '../../benchmarks/decode/streams.ts';

test('a stream that was encoded from other clips is not measured again in the place of this one', () => {
  const files = [[], ['/a/park.mp4'], ['/b/park.mp4'], ['/a/park.mp4', '/b/park.mp4']].map((clips) => encodedPath('1080p Main', clips));
  expect(new Set(files).size).toBe(files.length);
  expect(encodedPath('1080p Main', ['/a/park.mp4'])).toBe(files[1]);
});
