/**
 * P30 for a media element: the engine emits a script tag or an SEI when parsed; its message must be emitted when its picture is displayed.
 * Messages wait here until then. A timer reads the element's position and runs only while messages wait.
 */
import { elementMs, NO_OFFSET, addOffset, type MediaOffset } from '../rules/clock/position.ts';
import { MessageQueue } from '../rules/messages/message-queue.ts';
import { messageOfScript, messageOfSei, type CarriedMessage, type StreamMessage } from '../rules/messages/stream-messages.ts';

/** Upper bound of the timer, in case the position does not advance as expected (a stall, another rate). */
const MAX_WAIT_MS = 250;
const MIN_WAIT_MS = 20;

const utf8 = new TextDecoder();

export class ElementMessages {
  readonly #video: HTMLVideoElement;
  readonly #emit: (messages: readonly StreamMessage[]) => void;
  readonly #queue = new MessageQueue();
  #offset: MediaOffset = NO_OFFSET;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(video: HTMLVideoElement, emit: (messages: readonly StreamMessage[]) => void) {
    this.#video = video;
    this.#emit = emit;
  }

  /** mpegts.js: `{ [name]: value }` without the time of the tag. The tag belongs to the end of the current buffer. */
  script(data: unknown): void {
    if (typeof data !== 'object' || data === null) return;
    for (const [name, value] of Object.entries(data)) {
      const message = messageOfScript(name, value);
      if (message) this.#push(message, this.#endMs());
    }
  }

  /** mpegts.js: `{ uuid, user_data, pts }`, in milliseconds of the stream's own clock. */
  sei(data: unknown): void {
    if (typeof data !== 'object' || data === null) return;
    const read = (name: string): unknown => Reflect.get(data, name);
    const [uuid, text, pts] = [read('uuid'), read('user_data'), read('pts')];
    if (!(uuid instanceof Uint8Array) || !(text instanceof Uint8Array)) return;
    const message = messageOfSei(uuid, () => utf8.decode(text));
    if (!message) return;
    const endMs = this.#endMs();
    if (typeof pts === 'number') this.#offset = addOffset(this.#offset, pts, endMs);
    this.#push(message, typeof pts === 'number' ? elementMs(this.#offset, pts) : endMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #push(message: CarriedMessage, ptsMs: number): void {
    this.#queue.push({ ...message, ptsMs });
    this.#look();
  }

  #look(): void {
    clearTimeout(this.#timer);
    const due = this.#queue.take(this.#positionMs(), performance.now());
    if (due.length > 0) this.#emit(due);
    if (this.#queue.length === 0) return;
    const waitMs = (this.#queue.nextMs - this.#positionMs()) / Math.max(0.1, this.#video.playbackRate);
    this.#timer = setTimeout(() => this.#look(), Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, waitMs)));
  }

  /** NaN before the first picture, when no message can be due. */
  #positionMs(): number {
    return this.#video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? this.#video.currentTime * 1_000 : Number.NaN;
  }

  #endMs(): number {
    const { buffered } = this.#video;
    return buffered.length > 0 ? buffered.end(buffered.length - 1) * 1_000 : 0;
  }
}
