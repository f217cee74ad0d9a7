import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  maxStoredBytes,
  planEviction,
  readAddress,
  readContinuation,
  readHash,
  RESOURCES,
  resumeHeaders,
  validatorOf,
} from '../../../src/core/cache/resources.ts';

test('P12 readHash accepts hexadecimal and base64 and refuses anything else', () => {
  const digest = createHash('sha256').update('rose').digest();
  expect(readHash(digest.toString('hex').toUpperCase())).toEqual({ ok: true, value: digest.toString('hex') });
  expect(readHash(`sha256-${digest.toString('base64')}`)).toEqual({ ok: true, value: digest.toString('hex') });
  for (const bad of ['', 'abc', 'sha1-x', `sha256-${'A'.repeat(44)}`, 'g'.repeat(64)])
    expect(readHash(bad)).toMatchObject({ ok: false, error: { code: 'RESOURCE_BAD_HASH' } });
});

test.each([
  ['https://cdn.test/a.png#x', 'https://cdn.test/a.png'],
  ['/a.png', 'https://room.test/a.png'],
  ['http://cdn.test/a.png', 'http://cdn.test/a.png'],
  ['/a.png?from=https://cdn.test/b.png', 'https://room.test/a.png?from=https://cdn.test/b.png'],
  ['a.png?from=https://cdn.test/b.png', null],
  ['https://', null],
  ['ftp://cdn.test/a.png', null],
  ['//cdn.test/a.png', 'https://cdn.test/a.png'],
  ['//', null],
  ['///a.png', null],
  ['a.png', null],
  ['javascript:alert(1)', null],
  ['data:text/plain,x', null],
  ['blob:https://room.test/1', null],
  [`https://cdn.test/${'a'.repeat(3_000)}`, null],
  ['', null],
])('P12 the address %s is resolved or refused', (url, address) => {
  const read = readAddress(url, 'https://room.test');
  expect(read.ok ? read.value : null).toBe(address);
});

const stored = (url: string, bytes: number, usedMs: number) => ({ url, bytes, usedMs });

test('P12 eviction removes the least recently used resources, and no more than needed', () => {
  const all = [stored('new', 40, 30), stored('old', 40, 10), stored('middle', 40, 20)];
  expect(planEviction(all, 10, 130)).toEqual([]);
  expect(planEviction(all, 20, 130)).toEqual(['old']);
  expect(planEviction(all, 90, 130)).toEqual(['old', 'middle']);
  expect(planEviction(all, 131, 130)).toBeNull();
  expect(planEviction(all, 130, 130)).toEqual(['old', 'middle', 'new']);
  expect(planEviction(all, 1, 1_000, 3)).toEqual(['old']);
  expect(planEviction(all, 1, 1_000, 4)).toEqual([]);
  expect(planEviction(all, 1, 1_000, 1)).toEqual(['old', 'middle', 'new']);
  expect(planEviction([], 1, 1_000, 1)).toEqual([]);
  expect(planEviction([], 1, 1_000, 0)).toBeNull();
});

test('P12 a small disk quota makes a small cache', () => {
  expect(maxStoredBytes(null)).toBe(RESOURCES.maxTotalBytes);
  expect(maxStoredBytes(1_000)).toBe(200);
  expect(maxStoredBytes(1e15)).toBe(RESOURCES.maxTotalBytes);
});

test('P12 a download resumes only with a validator of the same file', () => {
  expect(validatorOf('"a"', 'Mon')).toBe('"a"');
  expect(validatorOf('W/"a"', 'Mon')).toBe('Mon');
  expect(validatorOf('W/"a"', null)).toBeNull();
  expect(validatorOf('', 'Mon')).toBe('Mon');
  expect(validatorOf(null, 'Mon')).toBe('Mon');
  expect(validatorOf(null, '')).toBeNull();
  expect(validatorOf('"W/a"', null)).toBe('"W/a"');
  expect(resumeHeaders({ receivedBytes: 10, validator: '"a"' })).toEqual({ range: 'bytes=10-', 'if-range': '"a"' });
  expect(resumeHeaders({ receivedBytes: 10, validator: null })).toEqual({});
  expect(resumeHeaders({ receivedBytes: 0, validator: '"a"' })).toEqual({});
});

test.each([
  [206, 'bytes 10-99/100', '90', { name: 'rest', totalBytes: 100 }],
  [206, 'bytes 10-99/*', null, { name: 'rest', totalBytes: null }],
  [200, null, '100', { name: 'whole', totalBytes: 100 }],
  [200, null, 'x', { name: 'whole', totalBytes: null }],
  [206, 'bytes 0-99/100', '100', { name: 'bad' }],
  [206, null, '100', { name: 'bad', detail: 'content-range missing' }],
  [206, 'bytes 10-99', '100', { name: 'bad', detail: 'content-range bytes 10-99' }],
  [206, 'bytes 10-99/x', '100', { name: 'bad' }],
  [200, null, '-1', { name: 'whole', totalBytes: null }],
  [200, 'bytes 10-99/100', '100', { name: 'whole', totalBytes: 100 }],
  [199, null, null, { name: 'bad', detail: '199' }],
  [404, null, null, { name: 'bad', detail: '404' }],
] as const)('P12 response %i with the content-range %s is the rest, the whole file or bad', (status, range, length, expected) => {
  expect(readContinuation(status, range, length, 10)).toMatchObject(expected);
});
