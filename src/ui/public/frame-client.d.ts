/** Types of frame-client.js, for pages in a frame of the room. */
export interface FrameInfo {
  /** Of the protocol. */
  readonly version: 1;
  /** Where the page runs: 0 room, 1 mini-app, 2 companion of a mini-app, 3 anything else. */
  readonly runtime: 0 | 1 | 2 | 3;
  readonly roomId: number;
  readonly starId: number;
  /** 0 for a guest. */
  readonly userId: number;
  /** `zh-CN` or `en`. */
  readonly language: string;
}

/** Each call is rejected after 1000 ms without an answer, `ajax` after 5000 ms. */
export interface FrameClient {
  readonly version: 1;
  /** The page's business is ready: the loading cover goes. */
  ready(): Promise<void>;
  /** Closes this page. */
  close(): Promise<void>;
  /** Puts this page out of sight; it goes on where it was when the viewer opens it again. */
  hide(): Promise<void>;
  info(): Promise<FrameInfo>;
  /** Opens the room's login box. */
  login(): Promise<void>;
  /** A short text over the room. */
  toast(text: string): Promise<void>;
  /** Opens an activity by its key, or a link of an allowed domain; any other one is rejected with `FRAME_REFUSED` as the message. */
  open(key: string): Promise<void>;
  /** GET of a path of the game service, for example `/game/rank?top=10`; answers its JSON. */
  ajax(path: string): Promise<unknown>;
}

declare global {
  interface Window {
    readonly footlightFrame: FrameClient;
  }
}
