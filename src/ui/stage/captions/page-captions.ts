import { notify } from '../../overlays/notice.ts';
import type { Language } from '../../text/text.ts';
import { type Captions, type CaptionsEnd, startCaptions } from './captions.ts';
import css from './captions.module.css';
import type { CaptionsClass } from './recognizer.ts';

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
  const line = Object.assign(document.createElement('p'), { className: css.line ?? '', lang: language });
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
