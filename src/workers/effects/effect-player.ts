/** Plays one effect at a time: decodes a few pictures ahead and draws the one that is due. */
import { err, type Result } from '../../core/errors.ts';
import type { AlphaVideo } from './alpha-video.ts';
import type { EffectEvent } from './api.ts';

/** Maximum number of waiting decoded pictures; each is a surface of the decoder. */
const MAX_FRAMES = 6;
/** Maximum number of pictures inside the decoder. */
const MAX_DECODING = 4;

/** Clock, frames, decoder and painter; tests supply their own. */
export interface EffectPlatform {
  nowMs(): number;
  /** Called once per display frame, until the returned function is called. */
  everyFrame(act: () => void): () => void;
  openDecoder(video: AlphaVideo, onFrame: (frame: VideoFrame) => void, onError: (detail: string) => void): Promise<Result<EffectDecoder>>;
  paint(frame: VideoFrame): boolean;
  clear(): void;
  emit(event: EffectEvent): void;
}

export interface EffectDecoder {
  /** Number of samples passed in whose pictures are not out yet. */
  queued(): number;
  decode(sample: AlphaVideo['samples'][number]): void;
  /** Called after the last sample: resolves when the remaining pictures are output. Never rejects. */
  finish(): Promise<void>;
  close(): void;
}

export interface EffectPlayer {
  /** Replaces the current effect at once, also while `file` is still read. */
  play(id: number, file: Promise<Result<AlphaVideo>>): Promise<Result>;
  stop(): void;
}

const REPLACED = err('PLAYER_ERROR', 'another effect took its place');

export function createEffectPlayer(platform: EffectPlatform): EffectPlayer {
  /** Cancels the current effect; events of an earlier one are dropped by its epoch. */
  let cancel: () => void = () => undefined;
  let epoch = 0;

  function stop(): void {
    epoch++;
    cancel();
    cancel = () => undefined;
    platform.clear();
  }

  async function play(id: number, file: Promise<Result<AlphaVideo>>): Promise<Result> {
    stop();
    const mine = epoch;
    const read = await file;
    if (!read.ok || mine !== epoch) return read.ok ? REPLACED : read;
    const frames: VideoFrame[] = [];
    let failure: string | null = null;
    const opened = await platform.openDecoder(
      read.value,
      (frame) => (mine === epoch ? frames.push(frame) : frame.close()),
      (detail) => (failure ??= detail),
    );
    if (!opened.ok) return opened;
    const decoder = opened.value;
    if (mine !== epoch) {
      decoder.close();
      return REPLACED;
    }
    run(id, read.value, decoder, frames, () => failure);
    return { ok: true, value: undefined };
  }

  function run(id: number, video: AlphaVideo, decoder: EffectDecoder, frames: VideoFrame[], failure: () => string | null): void {
    let fed = 0;
    let startMs: number | null = null;
    let [isShown, isOut] = [false, false];
    const stopFrames = platform.everyFrame(step);
    cancel = () => {
      stopFrames();
      decoder.close();
      for (const frame of frames.splice(0)) frame.close();
    };

    function end(event: EffectEvent): void {
      stop();
      platform.emit(event);
    }

    function feed(): void {
      while (fed < video.samples.length && decoder.queued() < MAX_DECODING && frames.length < MAX_FRAMES) {
        const sample = video.samples[fed++];
        if (sample !== undefined) decoder.decode(sample);
        if (fed === video.samples.length) void decoder.finish().then(() => (isOut = true));
      }
    }

    function step(): void {
      const detail = failure();
      if (detail !== null) return end({ type: 'failed', id, detail });
      feed();
      if (startMs === null && frames.length === 0) return isOut ? end({ type: 'failed', id, detail: 'no picture' }) : undefined;
      const nowMs = platform.nowMs();
      startMs ??= nowMs;
      if (nowMs - startMs >= video.durationMs) return end({ type: 'ended', id });
      const last = frames.findLastIndex(({ timestamp }) => timestamp <= (nowMs - (startMs ?? nowMs)) * 1_000);
      const due = frames.splice(0, last + 1);
      const frame = due.at(-1);
      const isPainted = frame !== undefined && platform.paint(frame);
      for (const one of due) one.close();
      if (isPainted && !isShown) platform.emit({ type: 'shown', id });
      isShown ||= isPainted;
      feed();
      return undefined;
    }
  }

  return { play, stop };
}
