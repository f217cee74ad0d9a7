/** A network that can be interrupted: bytes stop in both directions, and continue after the waiting ones. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Cuttable {
  /** `http://127.0.0.1:port` */
  readonly address: string;
  cut(): void;
  restore(): void;
  readonly close: () => Promise<void>;
}

export async function startCuttable(to: string): Promise<Cuttable> {
  const { hostname, port } = new URL(to);
  const pairs = new Set<readonly [Socket, Socket]>();
  let isCut = false;
  const flow = ([one, other]: readonly [Socket, Socket]): void => {
    one.pipe(other);
    other.pipe(one);
  };
  const server = createServer((client) => {
    const pair = [client, connect(Number(port), hostname)] as const;
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
