import type { StatsFact } from '../../../src/workers/stats/api.ts';
import { createStats } from '../../../src/workers/stats/stats.ts';

/** The stats worker in a world whose time is a number: facts go in, requests are kept. */
export function world(isUp = true) {
  let nowMs = 0;
  let timers: { readonly atMs: number; readonly act: () => void }[] = [];
  const posts: { url: string; body: string; atMs: number }[] = [];
  const it = { isUp, posts };
  const stats = createStats(
    { log: 'https://log.test' },
    { roomId: 1, userId: 7, embed: false },
    {
      nowMs: () => nowMs,
      clockMs: () => nowMs,
      random: () => 0,
      async post(url, body) {
        posts.push({ url, body, atMs: nowMs });
        return it.isUp;
      },
      after(delayMs, act) {
        const timer = { atMs: nowMs + delayMs, act };
        timers.push(timer);
        return () => {
          timers = timers.filter((other) => other !== timer);
        };
      },
    },
  );
  return Object.assign(it, {
    stats,
    take: (...facts: StatsFact[]) => facts.forEach((fact) => stats.take(fact)),
    async pass(ms: number) {
      const untilMs = nowMs + ms;
      for (;;) {
        for (let turn = 0; turn < 5; turn++) await Promise.resolve();
        const due = timers.filter(({ atMs }) => atMs <= untilMs).toSorted((a, b) => a.atMs - b.atMs)[0];
        if (due === undefined) break;
        timers = timers.filter((timer) => timer !== due);
        nowMs = Math.max(nowMs, due.atMs);
        due.act();
      }
      nowMs = untilMs;
    },
    bodies: (place: string) =>
      posts.filter(({ url }) => url === `https://log.test/${place}`).map(({ body }) => JSON.parse(body) as unknown),
  });
}
