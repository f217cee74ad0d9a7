import { afterEach, expect, test, vi } from 'vitest';
import { nameOf } from '../../src/playground/source.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the name of an address is the last part of its path, or the whole text if it is not a valid address', () => {
  vi.stubGlobal('location', new URL('https://page.test/playground.html'));
  expect(['/live/a%20b.flv?x=1', 'https://cdn.test/', '/100%.flv', 'http://['].map(nameOf)).toEqual([
    'a b.flv',
    'https://cdn.test/',
    '/100%.flv',
    'http://[',
  ]);
});
