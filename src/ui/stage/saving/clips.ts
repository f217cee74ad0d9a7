import type { Toast } from '../../../core/room/view.ts';
import type { Language } from '../../../design/language.ts';
import { createClipRing } from './clip-ring.ts';
import { fileName, saveFile } from './save-file.ts';

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
