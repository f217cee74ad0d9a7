import { FakeVideo } from './fake-video.ts';

/** A <video> whose answers a test chooses: to each call of `play`, and to a request for its window. */
export class AnsweringVideo extends FakeVideo {
  src = 'before';
  plays = 0;
  /** Name of the exception of each call of `play`, null to play; the last one stays. */
  answers: readonly (string | null)[] = [null];
  refusesWindow = false;

  override play(): Promise<void> {
    this.plays++;
    const [answer, ...others] = this.answers;
    if (others.length > 0) this.answers = others;
    if (typeof answer === 'string') return Promise.reject(new DOMException('refused', answer));
    this.paused = false;
    return Promise.resolve();
  }
  override requestPictureInPicture(): Promise<void> {
    return this.refusesWindow ? Promise.reject(new DOMException('refused', 'NotAllowedError')) : Promise.resolve();
  }
  override removeAttribute(): void {
    this.src = '';
  }
}

/** The document of the page, hidden or not. */
export class FakePage extends EventTarget {
  hidden = false;
  pictureInPictureElement: unknown = null;
  hide(hidden: boolean): void {
    this.hidden = hidden;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}
