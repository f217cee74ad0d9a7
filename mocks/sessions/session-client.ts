/** The page's connection to the scripted sessions, which all tabs share. */
import { wrap } from 'comlink';
import { pageClock } from '../../src/page/clock.ts';
import { within } from '../../src/core/within.ts';
import type { SessionCommand } from './session-host.ts';
import type { FeatureRequest } from './session-calls.ts';
import { SESSION_CODE, refused, type SessionAnswer } from './session.ts';
import type { SessionApi } from './session-worker.ts';

const ANSWER_MS = 5_000;

/** Resolves when viewers can join, before the room's workers start. Without a shared worker recordings are played, and calls fail. */
export async function connectSessions(roomId: number) {
  const worker =
    'SharedWorker' in globalThis
      ? new SharedWorker(new URL('./session-worker.ts', import.meta.url), { type: 'module', name: 'footlight-sessions' })
      : null;
  const remote = worker === null ? null : wrap<SessionApi>(worker.port);
  const within5S = <T>(answer: Promise<T> | undefined): Promise<T | null> =>
    within(pageClock, ANSWER_MS, Promise.resolve(answer ?? null), () => null);
  const isReady = (await within5S(remote?.isReady())) ?? false;
  if (worker !== null && !isReady) console.error('the shared worker of the features did not start');
  return {
    /** Never rejects. */
    call: async (call: FeatureRequest): Promise<SessionAnswer> =>
      (isReady ? await within5S<SessionAnswer>(remote?.call(call)) : null) ?? refused(SESSION_CODE.notNow, 'no answer'),
    command: (name: string, command: SessionCommand): void => void remote?.command(roomId, name, command),
    askStatus: (): void => void remote?.askStatus(roomId),
  };
}
