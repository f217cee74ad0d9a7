import { notify } from '../../overlays/notice.ts';
import type { Language } from '../../../design/language.ts';
import css from '../StageRegions.module.css';
import type { CaptionsClass, Recognizer } from './captions-button.ts';

/** Why captions end without a press of the viewer. */
export type CaptionsEnd = 'no-language' | 'no-sound' | 'failed';

interface CaptionsWorld {
  readonly recognizers: CaptionsClass;
  /** A copy of the sound that plays now, stopped after its session; null if the player has no track of it. */
  readonly sound: () => MediaStreamTrack | null;
  readonly show: (text: string) => void;
  readonly ended: (why: CaptionsEnd) => void;
  readonly nowMs: () => number;
  readonly after: (delayMs: number, act: () => void) => void;
}

/** Characters of the newest words that are shown: two lines over a desktop's picture. */
const MAX_CHARS = 80;
/** A session that ends within this time of its start failed; milliseconds. */
const QUICK_MS = 1_000;
/** Sessions that fail one after the other before captions end. */
const MAX_QUICK_ENDS = 3;
/** Time after a session in which a player may have no track, because it reconnects; milliseconds. Longer than a change of the line. */
const MAX_SOUNDLESS_MS = 20_000;
/** Interval at which a missing track is looked up again; milliseconds. */
const SOUND_POLL_MS = 500;
/** Errors after which no further session can succeed. Silence ends a session too, and is not one of them. */
const FINAL_ERRORS: ReadonlySet<string> = new Set(['audio-capture', 'not-allowed', 'service-not-allowed', 'language-not-supported']);

/** The language of the page, because the room does not contain the language of the star. */
const SPOKEN: Readonly<Record<Language, string>> = { 'zh-CN': 'zh-CN', en: 'en-US' };

export interface Captions {
  stop(): void;
}

/**
 * Captions by the browser's own recognizer, which runs on this machine: no sound leaves it. A browser ends a session after silence or when
 * the track ends, so sessions follow one another until `stop`.
 */
async function startCaptions(language: Language, world: CaptionsWorld): Promise<Captions> {
  const options = { langs: [SPOKEN[language]], processLocally: true };
  let session: Recognizer | null = null;
  let isOn = true;
  let quickEnds = 0;
  /** End of the last session. */
  let endedMs = -Infinity;

  const stop = (): void => {
    isOn = false;
    const last = session;
    // Cleared before abort(), because the end of the current session starts another one.
    session = null;
    last?.abort();
  };
  const end = (why: CaptionsEnd): void => {
    if (!isOn) return;
    stop();
    world.ended(why);
  };

  const begin = (): void => {
    if (!isOn) return;
    const track = world.sound();
    const startedMs = world.nowMs();
    if (track === null) return startedMs - endedMs < MAX_SOUNDLESS_MS ? world.after(SOUND_POLL_MS, begin) : end('no-sound');
    const recognizer = new world.recognizers();
    session = recognizer;
    Object.assign(recognizer, { lang: SPOKEN[language], continuous: true, interimResults: true, processLocally: true });
    recognizer.onresult = ({ results }) => {
      if (session === recognizer) world.show(newestWords(Array.from(results, (best) => best[0]?.transcript ?? '')));
    };
    recognizer.onerror = ({ error }) => {
      if (session === recognizer && FINAL_ERRORS.has(error)) end(error === 'language-not-supported' ? 'no-language' : 'failed');
    };
    recognizer.onend = () => {
      track.stop();
      if (session !== recognizer) return;
      endedMs = world.nowMs();
      quickEnds = endedMs - startedMs < QUICK_MS ? quickEnds + 1 : 0;
      if (quickEnds >= MAX_QUICK_ENDS) end('failed');
      else begin();
    };
    try {
      recognizer.start(track);
    } catch {
      track.stop();
      end('failed');
    }
  };

  if (await hasLanguage(world.recognizers, options)) begin();
  else end('no-language');
  return { stop };
}

/** Downloads the language if the browser offers it: the viewer has pressed the button for it. */
async function hasLanguage(recognizers: CaptionsClass, options: Parameters<CaptionsClass['available']>[0]): Promise<boolean> {
  try {
    const answer = await recognizers.available(options);
    if (answer === 'available') return true;
    return answer !== 'unavailable' && (await recognizers.install?.(options)) === true;
  } catch {
    return false;
  }
}

/** The end of the text, from the beginning of a word if one begins near the cut. */
function newestWords(texts: readonly string[]): string {
  const all = Array.from(texts.join(' ').trim());
  const newest = all.slice(-MAX_CHARS).join('');
  return all.length > MAX_CHARS ? newest.replace(/^\S{0,20}\s+/, '') : newest;
}

const WORDS: Readonly<Record<Language, Readonly<Record<CaptionsEnd | 'began', string>>>> = {
  'zh-CN': {
    began: '正在准备字幕',
    'no-language': '浏览器没有这种语言的字幕',
    'no-sound': '当前播放器的声音不能生成字幕，可以换一个播放器',
    failed: '浏览器停止了字幕',
  },
  en: {
    began: 'Preparing captions',
    'no-language': 'This browser has no captions in this language',
    'no-sound': 'Captions cannot read the sound of this player. Try another player',
    failed: 'The browser stopped the captions',
  },
};

/**
 * A copy of the sound that plays now; captions stop it. `[data-double]` contains the players (Stage.tsx). The sound of H265 plays outside of
 * the video element and has no track.
 */
function playedSound(): MediaStreamTrack | null {
  const video = document.querySelector<HTMLVideoElement & { captureStream?: () => MediaStream }>('[data-double] video');
  // Of an element that plays a stream `captureStream` returns the stream's own tracks: the player would be silent after their end.
  if (video?.srcObject instanceof MediaStream) return video.srcObject.getAudioTracks()[0]?.clone() ?? null;
  try {
    const captured = video?.captureStream?.();
    // A captured track copies each picture until its end.
    for (const track of captured?.getVideoTracks() ?? []) track.stop();
    return captured?.getAudioTracks()[0] ?? null;
  } catch {
    // A stream of another origin.
    return null;
  }
}

/** Shows the captions in the lower region, where they cover no other text. */
export function openCaptions(language: Language, recognizers: CaptionsClass, onEnd: () => void): Captions {
  const line = Object.assign(document.createElement('p'), { className: css.captions ?? '', lang: language });
  line.dataset['captions'] = '';
  let captions: Captions | null = null;
  let isOpen = true;
  const close = (): void => {
    isOpen = false;
    line.remove();
  };
  notify(WORDS[language].began, 'info');
  void startCaptions(language, {
    recognizers,
    sound: playedSound,
    show(text) {
      if (!isOpen) return;
      line.textContent = text;
      // The region is another element after a change to full screen.
      if (!line.isConnected) (document.querySelector('[data-region="lower"]') ?? document.querySelector('[data-at]'))?.append(line);
    },
    ended(why) {
      close();
      notify(WORDS[language][why], 'bad');
      onEnd();
    },
    nowMs: () => performance.now(),
    after: (delayMs, act) => void setTimeout(act, delayMs),
  }).then((started) => {
    captions = started;
    if (!isOpen) started.stop();
  });
  return {
    stop() {
      close();
      captions?.stop();
    },
  };
}
