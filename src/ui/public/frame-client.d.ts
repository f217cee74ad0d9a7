/** Types of frame-client.js, for pages in a frame of the room. */
export interface FrameInfo {
  /** Protocol version. */
  readonly version: 1;
  /** Environment of the page: 0 room, 1 mini-app, 2 companion of a mini-app, 3 anything else. */
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
  /** Sends the business-ready signal: the loading cover is removed. */
  ready(): Promise<void>;
  /** Closes this page. */
  close(): Promise<void>;
  /** Hides this page; it keeps its state until the viewer opens it again. */
  hide(): Promise<void>;
  info(): Promise<FrameInfo>;
  /** Opens the room's login box. */
  login(): Promise<void>;
  /** Shows a short text over the room. */
  toast(text: string): Promise<void>;
  /** Opens an activity by its key, or a link of an allowed domain; anything else is rejected with `FRAME_REFUSED` as the message. */
  open(key: string): Promise<void>;
  /** GET of a path of the game service, for example `/game/rank?top=10`; resolves with its JSON. */
  ajax(path: string): Promise<unknown>;
}

declare global {
  interface Window {
    readonly footlightFrame: FrameClient;
  }
}
