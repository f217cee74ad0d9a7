/** The decoder's glue also runs in Node; this declares the one Node function that it uses, for the worker's project. */
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
