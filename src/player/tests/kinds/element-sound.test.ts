import { afterEach, expect, test, vi } from 'vitest';
import { ElementSound } from '../../kinds/element-sound.ts';

afterEach(() => vi.unstubAllGlobals());

/** As in the browser: a source that is not open takes no buffer. */
class Source extends EventTarget {
  static isTypeSupported = (): boolean => true;
  readyState = 'closed';
  readonly buffers: string[] = [];
  addSourceBuffer(mime: string): EventTarget {
    if (this.readyState !== 'open') throw new DOMException('not open', 'InvalidStateError');
    this.buffers.push(mime);
    return new EventTarget();
  }
}

function openSound(): { readonly sound: ElementSound; readonly source: Source } {
  const made: Source[] = [];
  const makeUrl = vi.fn((source: Source) => `blob:${made.push(source)}`);
  const element = { disableRemotePlayback: false, pause: () => undefined, load: () => undefined, removeAttribute: () => undefined };
  vi.stubGlobal('MediaSource', Source);
  vi.stubGlobal('URL', { createObjectURL: makeUrl, revokeObjectURL: () => undefined });
  vi.stubGlobal('Audio', function (this: object) {
    Object.assign(this, element);
  });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  const sound = ElementSound.open({
    mime: 'audio/mp4; codecs="mp4a.40.2"',
    metrics: { get: () => 0, set: () => undefined } as never,
    volume: 1,
    muted: false,
    running: false,
    onBlocked: () => undefined,
  })!;
  return { sound, source: made[0]! };
}

test('P22 P29 a source that opens gets one buffer for the sound', () => {
  const { sound, source } = openSound();
  source.readyState = 'open';
  source.dispatchEvent(new Event('sourceopen'));
  expect(source.buffers).toEqual(['audio/mp4; codecs="mp4a.40.2"']);
  sound.dispose();
});

test('P22 P29 an event that was queued before the sound was disposed opens nothing', () => {
  const failures: unknown[] = [];
  const note = (error: unknown): void => void failures.push(error);
  process.once('uncaughtException', note);
  const { sound, source } = openSound();
  sound.dispose();
  source.dispatchEvent(new Event('sourceopen'));
  return new Promise<void>((resolve) => setTimeout(resolve, 0)).then(() => {
    process.off('uncaughtException', note);
    expect([failures, source.buffers]).toEqual([[], []]);
  });
});
