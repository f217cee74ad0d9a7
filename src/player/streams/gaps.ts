/** Behaviour of a room after a network gap: time until the picture moves again and until a line of another viewer arrives. */
import type { Page } from 'playwright';
import { connect as connectTo, createServer, type AddressInfo, type Socket } from 'node:net';
import { H264_AAC, liveInput, type RunningExample } from '../../../scripts/example-server.ts';
import { openBackend, type User } from '../../../scripts/verify-backend/backend.ts';
import { chatAddresses, connect } from '../../../scripts/verify-backend/chat-client.ts';

// A network that can be interrupted: bytes stop in both directions, and continue after the waiting ones.

interface Cuttable {
  /** `http://127.0.0.1:port` */
  readonly address: string;
  cut(): void;
  restore(): void;
  readonly close: () => Promise<void>;
}

async function startCuttable(to: string): Promise<Cuttable> {
  const { hostname, port } = new URL(to);
  const pairs = new Set<readonly [Socket, Socket]>();
  let isCut = false;
  const flow = ([one, other]: readonly [Socket, Socket]): void => {
    one.pipe(other);
    other.pipe(one);
  };
  const server = createServer((client) => {
    const pair = [client, connectTo(Number(port), hostname)] as const;
    pairs.add(pair);
    for (const socket of pair) {
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        pairs.delete(pair);
        for (const one of pair) one.destroy();
      });
    }
    if (!isCut) flow(pair);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      for (const pair of pairs)
        for (const socket of pair) {
          socket.unpipe();
          socket.pause();
        }
    },
    restore() {
      isCut = false;
      for (const pair of pairs) flow(pair);
    },
    close: () =>
      new Promise((resolve) => {
        for (const pair of pairs) for (const socket of pair) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

export const GAPS_S = [10, 40, 180] as const;

const ROOM = 1_001;
const LOOK_MS = 100;
/** Maximum wait for the recovery. */
const BACK_MS = 120_000;
/** Chat servers close connections without heartbeats. */
const BEAT_MS = 10_000;
const SPEAKER: User = { userId: 8_001, token: 'speaker' };

export interface Recovered {
  /** Seconds after the end of the gap; null: not within BACK_MS. */
  readonly pictureS: number | null;
  readonly chatS: number | null;
  /** Text of the page during the gap. */
  readonly words: string;
}

const positionOf = (page: Page): Promise<number> =>
  page.evaluate(
    () => (window as never as { appFigures?: () => { progress: { positionS: number } } | null }).appFigures?.()?.progress.positionS ?? 0,
  );

async function until(holds: () => Promise<boolean>, limitMs: number): Promise<number | null> {
  const startMs = performance.now();
  while (!(await holds())) {
    if (performance.now() - startMs > limitMs) return null;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return (performance.now() - startMs) / 1_000;
}

export async function measureGap(gapS: number, example: RunningExample, page: Page): Promise<Recovered> {
  const network = await startCuttable(example.address);
  const publisher = example.publish(ROOM, [...liveInput('640x360', 25), ...H264_AAC]);
  const backend = await openBackend({ url: example.address, roomId: ROOM, users: [SPEAKER, SPEAKER], waitMs: 10_000 });
  const addresses = await chatAddresses(backend, SPEAKER);
  const speaker = typeof addresses === 'string' ? addresses : await connect(backend, addresses[0]!);
  if (typeof speaker === 'string') throw new Error(speaker);
  const beats = setInterval(() => void speaker.beat(), BEAT_MS);
  try {
    speaker.login(SPEAKER);
    await page.goto(`${network.address}/live/${ROOM}`);
    if ((await until(async () => (await positionOf(page)) > 2, BACK_MS)) === null) throw new Error('the room does not play');
    network.cut();
    await new Promise((resolve) => setTimeout(resolve, gapS * 1_000));
    const stillAtS = await positionOf(page);
    const words = await page.evaluate(() => [...document.querySelectorAll('[data-tip]')].map((tip) => tip.textContent ?? '').join(' '));
    network.restore();
    const line = `back after ${gapS} s`;
    // Sent after the gap, because earlier lines arrive as history.
    speaker.say(line);
    const [pictureS, chatS] = await Promise.all([
      until(async () => (await positionOf(page)) > stillAtS + 0.5, BACK_MS),
      until(async () => (await page.getByRole('log').getByText(line).count()) > 0, BACK_MS),
    ]);
    return { pictureS, chatS, words };
  } finally {
    clearInterval(beats);
    speaker.close();
    publisher.stop();
    await publisher.ended;
    await network.close();
  }
}
