import { encodePush } from '../../src/wire/server-side.ts';
import { SESSIONS } from '../sessions/sessions.ts';
import { rowNamed } from './push-rows.ts';
import type { SocketLog, SocketRecord } from './recording.ts';
import type { Clock } from '../../src/player/base/clock.ts';

/** A clock that advances only on request, so that a minute of a session runs immediately. */
function createVirtualClock(): Clock & { advance(ms: number): void } {
  let nowMs = 0;
  let timers: readonly { readonly atMs: number; readonly act: () => void }[] = [];
  return {
    nowMs: () => nowMs,
    epochMs: () => 1_790_000_000_000 + nowMs,
    after(delayMs, act) {
      const timer = { atMs: nowMs + delayMs, act };
      timers = [...timers, timer];
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance(ms) {
      const endMs = nowMs + ms;
      for (;;) {
        const [next] = timers.filter(({ atMs }) => atMs <= endMs).toSorted((a, b) => a.atMs - b.atMs);
        if (next === undefined) break;
        timers = timers.filter((other) => other !== next);
        nowMs = next.atMs;
        next.act();
      }
      nowMs = endMs;
    },
  };
}

const BEGIN_MS = 500;
const MAX_MS = 600_000;
/** Silence before the next round: longer than the room waits for a late message (core/room/feature/feature-message.ts), so that it starts again. */
const SILENCE_MS = 45_000;

/** Recording of a feature's scripted session from its start to its settlement, without viewers; null: no session has this name. */
export function sessionLog(name: string): SocketLog | null {
  const session = SESSIONS.find((one) => one.name === name);
  if (session === undefined) return null;
  const clock = createVirtualClock();
  const records: SocketRecord[] = [];
  let lastMs = BEGIN_MS;
  const run = session.begin({
    clock,
    changed: () => void (lastMs = clock.nowMs()),
    push({ name: message, body }) {
      const offset = records.length + 1;
      // The replay sets the time; see rebase() in mocks/backend/chat-server.ts.
      const bytes = encodePush({ id: rowNamed(message).id, body, offset, msgId: `m${offset}`, time: 0 });
      records.push({ atMs: Math.ceil(clock.nowMs()), direction: 'in', form: 'binary', bytes });
    },
  });
  clock.advance(BEGIN_MS);
  run.command('start');
  clock.advance(MAX_MS - BEGIN_MS);
  run.dispose();
  return { records, durationMs: Math.ceil(lastMs) + SILENCE_MS, isTruncated: false };
}
