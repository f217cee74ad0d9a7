import { expect, test, vi } from 'vitest';
import { readCookie, readStorage, writeCookie, writeStorage } from '../../../src/ui/page/page-input.ts';

const refuse = (): never => {
  throw new DOMException('denied', 'SecurityError');
};

test('P13 without cookie access the visitor is a guest, and nothing fails', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const blocked = Object.defineProperty({ cookie: '' }, 'cookie', { get: refuse, set: refuse });
  expect(readCookie(blocked)).toBe('');
  writeCookie('a=1', blocked);
  expect(warned).toHaveBeenCalledTimes(2);
  const open = { cookie: 'fx_userid=7' };
  expect(readCookie(open)).toBe('fx_userid=7');
  writeCookie('a=1', open);
  expect(open.cookie).toBe('a=1');
  warned.mockRestore();
});

test('P13 forbidden storage is empty, full storage keeps nothing, and foreign keys are not touched', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const forbidden = Object.defineProperties({} as Parameters<typeof readStorage>[1] & object, {
    localStorage: { get: refuse },
    sessionStorage: { get: refuse },
  });
  expect(readStorage('localStorage', forbidden)).toEqual({});
  writeStorage('sessionStorage', 'footlight.a', '1', forbidden);
  expect(warned).toHaveBeenCalledTimes(1);
  const storage = Object.assign(Object.create({ getItem: (key: string) => values[key] ?? null, setItem: refuse, removeItem: refuse }), {
    'footlight.a': '1',
    other: '2',
  });
  const values: Record<string, string> = { 'footlight.a': '1', other: '2' };
  expect(readStorage('localStorage', { localStorage: storage, sessionStorage: storage })).toEqual({ 'footlight.a': '1' });
  writeStorage('localStorage', 'other', '3', { localStorage: storage, sessionStorage: storage });
  expect(warned).toHaveBeenCalledTimes(1);
  warned.mockRestore();
});
