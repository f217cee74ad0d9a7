import { afterEach, expect, test, vi } from 'vitest';
import { readLocalJson, writeLocalJson } from '../../mocks/local-json.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a stored value returns; text that is not JSON, or nothing, is null', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  writeLocalJson('followers', [1, 2]);
  expect(readLocalJson('followers')).toEqual([1, 2]);
  writeLocalJson('followers', null);
  expect(readLocalJson('followers')).toBeNull();
  stored.set('followers', '[1');
  expect(readLocalJson('followers')).toBeNull();
});

test('P13 storage that throws counts as empty, and a write is reported', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('localStorage', undefined);
  writeLocalJson('followers', [1]);
  expect(readLocalJson('followers')).toBeNull();
  expect(warn).toHaveBeenCalledWith('STORAGE_UNAVAILABLE', expect.anything());
});
