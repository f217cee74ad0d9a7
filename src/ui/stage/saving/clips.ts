import type { Toast } from '../../../core/room/view.ts';
import type { Language } from '../../../design/language.ts';
import { fileName, saveFile } from './save-file.ts';

/** Minimum duration of a saved clip in ms, if the recording is that long. At most twice as long. */
const CLIP_MS = 30_000;
/** Memory bound of one recording; if a browser ignores the bit rate, its recording is restarted. At most two recordings exist. */
const MAX_CLIP_BYTES = 32 * 1024 * 1024;
/** Interval of the recorder's data in ms; the bounds above are checked at this interval. */
const SLICE_MS = 1_000;
const VIDEO_BITS_PER_S = 2_500_000;
/** Pictures per second of a canvas recording, as in most streams. */
const CANVAS_RATE = 30;
/** The first supported format is used. MP4 opens in every player; VP8 costs less than VP9. */
const FORMATS = ['video/mp4;codecs=avc1.42E01F,mp4a.40.2', 'video/webm;codecs=vp8,opus', 'video/webm'];

interface CapturedVideo extends HTMLVideoElement {
  captureStream?(): MediaStream;
}

/** False if the menu does not offer clips: Safari has no `captureStream` of a video. */
export const canRecordClips = (): boolean => typeof MediaRecorder === 'function' && 'captureStream' in HTMLVideoElement.prototype;

/** Media stream of the playing element: pictures of a canvas, or pictures and sound of a video. */
function streamOf(source: Element): MediaStream | null {
  if (source instanceof HTMLCanvasElement) return source.captureStream(CANVAS_RATE);
  return (source as CapturedVideo).captureStream?.() ?? null;
}

/**
 * The next step, from the age of each recording, oldest first. A file must contain its own start, so the end of a recording cannot be cut
 * off: a second recording starts when the first has `CLIP_MS`, and replaces it when it has `CLIP_MS` itself.
 */
export function nextStep(agesMs: readonly number[]): 'begin' | 'replace-oldest' | 'wait' {
  const newest = agesMs.at(-1);
  if (newest === undefined) return 'begin';
  if (newest < CLIP_MS) return 'wait';
  return agesMs.length === 1 ? 'begin' : 'replace-oldest';
}

/** Null for an element without a picture, and without a supported format. The captured tracks end with the recording. */
function recorderOf(source: Element): MediaRecorder | null {
  const stream = streamOf(source);
  const mimeType = FORMATS.find((format) => MediaRecorder.isTypeSupported(format));
  if (stream === null || stream.getVideoTracks().length === 0 || mimeType === undefined) return null;
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: VIDEO_BITS_PER_S });
  // Of an element that plays a stream these are the player's own tracks. All other tracks copy each picture until their end.
  const isPlayers = !(source instanceof HTMLCanvasElement) && (source as CapturedVideo).srcObject !== null;
  if (!isPlayers) recorder.addEventListener('stop', () => stream.getTracks().forEach((track) => track.stop()), { once: true });
  return recorder;
}

/** Calls `changed` when an element of a player is added or removed, or begins to play. Returns a function that ends it. */
function watchPlayers(box: Element, changed: () => void): () => void {
  const elements = new MutationObserver(changed);
  elements.observe(box, { childList: true, subtree: true });
  // Captured, because events of media do not bubble.
  box.addEventListener('playing', changed, { capture: true });
  return () => {
    elements.disconnect();
    box.removeEventListener('playing', changed, { capture: true });
  };
}

/** The video is in the page while a canvas plays too, and before it. */
const playerIn = (box: Element | null): Element | null =>
  box?.querySelector('canvas:not([data-still])') ?? box?.querySelector('video') ?? null;

/** The player has connected again, and its element plays other tracks. */
const hasOtherTracks = (error: unknown): boolean => error instanceof DOMException && error.name === 'InvalidModificationError';

interface Recording {
  readonly recorder: MediaRecorder;
  /** Settles after the last data. A recorder also stops by itself, when the tracks of its element end. */
  readonly ended: Promise<unknown>;
  readonly beganMs: number;
  parts: Blob[];
  bytes: number;
}

export interface ClipRing {
  readonly isOn: () => boolean;
  /** False if nothing recordable plays. */
  start(): boolean;
  stop(): void;
  /** Returns the clip, or null before the first data. The recording continues. */
  save(): Promise<Blob | null>;
}

/** Records the element that plays in `host`, and restarts when another player replaces it. */
export function createClipRing(host: () => Element | null, nowMs: () => number): ClipRing {
  let recordings: readonly Recording[] = [];
  let source: Element | null = null;
  let unwatch = (): void => undefined;

  function begin(): void {
    const recorder = source === null ? null : recorderOf(source);
    if (recorder === null) return;
    const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
    const recording: Recording = { recorder, ended, beganMs: nowMs(), parts: [], bytes: 0 };
    recorder.addEventListener('dataavailable', ({ data }) => add(recording, data));
    recorder.addEventListener('error', ({ error }: { readonly error?: unknown }) => {
      drop(recording);
      if (recordings.length > 0) return;
      if (hasOtherTracks(error)) begin();
      else ring.stop();
    });
    recorder.start(SLICE_MS);
    recordings = [...recordings, recording];
  }

  function add(recording: Recording, data: Blob): void {
    recording.parts.push(data);
    recording.bytes += data.size;
    if (recording.bytes > MAX_CLIP_BYTES) drop(recording);
    const step = source === null ? 'wait' : nextStep(recordings.map(({ beganMs }) => nowMs() - beganMs));
    if (step === 'replace-oldest') drop(recordings[0]!);
    if (step !== 'wait') begin();
  }

  function drop(recording: Recording): void {
    recordings = recordings.filter((one) => one !== recording);
    if (recording.recorder.state !== 'inactive') recording.recorder.stop();
    recording.parts = [];
  }

  /**
   * Begins a new recording when the element was replaced, because one file cannot contain two, and when it plays again after its tracks
   * have ended. Until then the recording that ended can be saved.
   */
  function follow(): void {
    if (source !== null && playerIn(host()) !== source) {
      for (const recording of recordings) drop(recording);
      source = playerIn(host());
    }
    if (source === null || recordings.some(({ recorder }) => recorder.state !== 'inactive')) return;
    const ended = recordings;
    begin();
    if (recordings.length > ended.length) for (const recording of ended) drop(recording);
  }

  const ring: ClipRing = {
    isOn: () => source !== null,
    start() {
      source = playerIn(host());
      begin();
      const box = host();
      unwatch();
      if (recordings.length === 0 || box === null) source = null;
      else unwatch = watchPlayers(box, follow);
      return source !== null;
    },
    stop() {
      unwatch();
      source = null;
      for (const recording of recordings) drop(recording);
    },
    async save() {
      const [oldest, ...others] = recordings;
      if (oldest === undefined || oldest.bytes === 0) return null;
      recordings = others;
      const { recorder, ended, parts } = oldest;
      if (recorder.state !== 'inactive') recorder.stop();
      await ended;
      if (source !== null && recordings.length === 0) begin();
      return new Blob(parts, { type: recorder.mimeType.replace(/;.*$/, '') });
    },
  };
  return ring;
}

/** Texts of this chunk. */
const WORDS = {
  'zh-CN': {
    began: '已开始缓存画面，再按一次即可保存最近 30 秒',
    saved: '片段已保存',
    tooEarly: '还没有可以保存的片段，请稍候',
    nothing: '现在没有可以录制的画面',
    stopped: '已停止缓存画面',
  },
  en: {
    began: 'Recording has begun: press again to save the last 30 seconds',
    saved: 'The clip is saved',
    tooEarly: 'Nothing is recorded yet. Try again in a moment',
    nothing: 'There is no picture to record now',
    stopped: 'Recording has stopped',
  },
} as const;

export interface ClipAnswer {
  readonly text: string;
  readonly tone: Toast['tone'];
}

/** One recording per page; it continues while the menu is closed. `[data-double]` contains the players (Stage.tsx). */
const ring = createClipRing(
  () => document.querySelector('[data-double]'),
  () => performance.now(),
);

export const clips = {
  isOn: ring.isOn,
  /** The first press starts the recording, each later one saves a clip. Recording costs CPU time, so it starts only on request. */
  async press(starName: string, language: Language): Promise<ClipAnswer> {
    const words = WORDS[language];
    if (!ring.isOn()) return ring.start() ? { text: words.began, tone: 'good' } : { text: words.nothing, tone: 'bad' };
    const clip = await ring.save();
    if (clip === null) return { text: words.tooEarly, tone: 'info' };
    saveFile(clip, fileName(starName, new Date(), clip.type === 'video/mp4' ? 'mp4' : 'webm'));
    return { text: words.saved, tone: 'good' };
  },
  stop(language: Language): ClipAnswer {
    ring.stop();
    return { text: WORDS[language].stopped, tone: 'info' };
  },
};
