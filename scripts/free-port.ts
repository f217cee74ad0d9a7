import { createServer, type AddressInfo } from 'node:net';

/** A port of the loopback that nobody listens on at this moment: for servers that take one by their command line. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo;
        server.close(() => resolve(port));
      });
  });
