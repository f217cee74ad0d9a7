import { expect, test, vi } from 'vitest';
import type { Failure } from '../../../src/core/result.ts';
import { initialView } from '../../../src/core/room/initial-view.ts';
import type { RoomPatch } from '../../../src/core/room/view.ts';
import { createScreen } from '../../../src/workers/room/screen.ts';
import { createStorage } from '../../../src/workers/room/clients/storage.ts';
import { manualClock } from '../../manual-clock.ts';
import { createVisitor } from '../../../src/workers/room/visitor.ts';

test('a thousand changes are sent in one patch, and the last value applies', () => {
  const clock = manualClock();
  const sent: RoomPatch[] = [];
  const screen = createScreen(initialView({ width: 1_280, height: 800 }), clock, (patch) => sent.push(patch));
  for (let viewers = 0; viewers < 1_000; viewers++) screen.patch({ room: { ...screen.get().room, viewers } });
  expect(screen.isFlushed()).toBe(false);
  clock.advance(0);
  expect(screen.isFlushed()).toBe(true);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.room?.viewers).toBe(999);
});

test('P13 an invalid stored value is reported, removed and never read again', () => {
  const failures: Failure[] = [];
  const stored: [string, string | null][] = [];
  const storage = createStorage(
    { good: '{"value":3,"untilMs":null}', old: '{"value":3,"untilMs":5}', bad: '{' },
    (key, value) => stored.push([key, value]),
    (failure) => failures.push(failure),
    () => 10,
  );
  expect([storage.read('good'), storage.read('old'), storage.read('bad'), storage.read('bad'), storage.read('none')]).toEqual([
    3,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(failures).toEqual([{ code: 'STORAGE_BAD_VALUE', detail: 'bad: not JSON' }]);
  expect(stored).toEqual([
    ['old', null],
    ['bad', null],
  ]);
  storage.write('new', 'x', 1);
  expect(storage.read('new')).toBe('x');
});

test('P13 a list that another tab has stored is taken over, other values and invalid texts are not', () => {
  const storage = createStorage(
    { list: '{"value":["a"],"untilMs":null}', choice: '{"value":3,"untilMs":null}' },
    () => undefined,
    () => undefined,
    () => 10,
  );
  storage.take('list', '{"value":["a","b"],"untilMs":null}');
  storage.take('fresh', '{"value":["c"],"untilMs":11}');
  storage.take('choice', '{"value":4,"untilMs":null}');
  storage.take('list', '{"value":["d"],"untilMs":9}');
  storage.take('list', '{');
  expect([storage.read('list'), storage.read('fresh'), storage.read('choice')]).toEqual([['a', 'b'], ['c'], 3]);
});

test('P13 S4 a login that cannot be a cookie is refused completely and logged with the specified text', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const cookies: string[] = [];
  const failures: Failure[] = [];
  const storage = createStorage(
    {},
    () => undefined,
    () => undefined,
    () => 0,
  );
  const visitor = createVisitor({
    cookie: '',
    isSecure: true,
    storage,
    uuid: () => 'ab12cd34'.repeat(4),
    setCookie: (cookie) => cookies.push(cookie),
    onFailure: (failure) => failures.push(failure),
  });
  expect(visitor.signIn({ type: 'login', userId: 5, token: 'a; path=/', nickname: 'x' })).toBe(false);
  expect(visitor.signIn({ type: 'login', userId: -5, token: 'a', nickname: 'x' })).toBe(false);
  expect(visitor.login().userId).toBe(0);
  expect(cookies).toEqual([]);
  expect(failures.map(({ code }) => code)).toEqual(['COOKIE_BAD', 'COOKIE_BAD']);
  expect(warn).toHaveBeenCalledWith('cookie格式不正确', expect.any(String));
  expect(visitor.signIn({ type: 'login', userId: 5, token: 'a', nickname: 'x' })).toBe(true);
  expect(visitor.login()).toMatchObject({ userId: 5, token: 'a' });
  expect(cookies).toHaveLength(2);
  for (const cookie of cookies) expect(cookie).toMatch(/; samesite=lax; secure$/);
  expect(visitor.deviceNo()).toBe(visitor.deviceNo());
  warn.mockRestore();
});
