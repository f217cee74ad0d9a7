/** The part of bittorrent-tracker 11 that the origin uses; the package has no types. */
declare module 'bittorrent-tracker/server' {
  export default class Server {
    constructor(options: { http: boolean; udp: boolean; ws: boolean; stats: boolean; interval: number });
    readonly ws: { address(): { readonly port: number } };
    on(event: 'warning' | 'error', listener: (error: Error) => void): void;
    once(event: 'error', listener: (error: Error) => void): void;
    once(event: 'listening', listener: () => void): void;
    listen(port: number, host: string): void;
    close(done: () => void): void;
  }
}
