import { expect, test } from 'vitest';
import { ok, type Result } from '../../base/errors.ts';
import { spawn } from '../../page/spawn.ts';
import { fakeWorkerClass } from '../fake-workers.ts';

interface Api {
  answer(): Promise<Result<number>>;
  never(): Promise<Result>;
  fail(): Promise<Result>;
}
const API: Api = {
  answer: async () => ok(3),
  never: () => new Promise(() => undefined),
  fail: () => Promise.reject(new Error('no such thing')),
};

function spawned(api: Api | null = API, deadlineMs?: number) {
  const { Worker, made } = fakeWorkerClass(() => api);
  return { spawned: spawn<Api>('socket', () => new Worker('socket.js', { name: 'socket' }), deadlineMs), worker: made[0]! };
}

test('a call returns the worker’s answer, and a thrown error becomes a named failure', async () => {
  const { spawned: socket, worker } = spawned();
  expect(await socket.call((api) => api.answer())).toEqual(ok(3));
  expect(await socket.call((api) => api.fail())).toMatchObject({
    ok: false,
    error: { code: 'WORKER_CRASHED', detail: expect.stringContaining('no such thing') },
  });
  worker.close();
});

test('a crash ends pending calls; `died` resolves once, with the reason', async () => {
  const { spawned: socket, worker } = spawned();
  const waiting = socket.call((api) => api.never());
  worker.crash('');
  expect(await waiting).toEqual({ ok: false, error: { code: 'WORKER_CRASHED', detail: 'socket: could not be loaded' } });
  worker.crash('again');
  expect(await socket.died).toBe('socket: could not be loaded');
  worker.close();
});

test('an unreadable message counts as a crash', async () => {
  const { spawned: socket, worker } = spawned();
  worker.garble();
  expect(await socket.died).toBe('socket: a message could not be read');
  worker.close();
});

test('a call without an answer fails after the timeout', async () => {
  const { spawned: socket, worker } = spawned(null, 20);
  expect(await socket.call((api) => api.answer())).toEqual({ ok: false, error: { code: 'WORKER_TIMEOUT', detail: 'socket' } });
  worker.close();
});

test('a terminated worker stops, and its calls end with it', async () => {
  const { spawned: socket, worker } = spawned();
  const waiting = socket.call((api) => api.never());
  socket.terminate();
  expect(await waiting).toMatchObject({ ok: false, error: { code: 'WORKER_CRASHED', detail: 'socket: terminated' } });
  expect(worker.isTerminated()).toBe(true);
});
