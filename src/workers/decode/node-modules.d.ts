/** The decoder's glue also runs in Node; a worker's project knows only this much of Node's modules. */
declare module 'node:fs/promises' {
  export function readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
}
declare module 'node:worker_threads' {
  export class Worker {
    constructor(url: URL, options: { execArgv: string[] });
    postMessage(message: unknown): void;
    on(event: 'message' | 'error', use: (value: never) => void): void;
    unref(): void;
    terminate(): Promise<number>;
  }
}
