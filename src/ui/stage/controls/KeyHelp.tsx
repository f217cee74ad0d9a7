import { use } from 'react';

import { Modal } from '../../overlays/Modal.tsx';
import type { Language } from '../../../design/language.ts';
import { TextContext } from '../../text/text.ts';
import { FEATURE_TOOLS } from './keys.ts';
import css from './PlayerMenu.module.css';

/** Describes the keys of stage/keys.ts. Texts of this chunk. */
const TEXT: Readonly<
  Record<
    Language,
    {
      readonly title: string;
      readonly rows: readonly (readonly [keys: readonly string[], does: string])[];
      /** Description of a feature's key. */
      readonly feature: (label: string) => string;
    }
  >
> = {
  'zh-CN': {
    title: '快捷键',
    feature: (label) => `显示或隐藏${label}`,
    rows: [
      [['Space', 'K'], '播放或停止；回看时暂停'],
      [['M'], '静音或取消静音'],
      [['↑', '↓'], '调节音量'],
      [['←', '→'], '回看：后退或前进 15 秒'],
      [['Esc'], '回到直播'],
      [['F'], '全屏'],
      [['T'], '剧场模式'],
      [['C'], '显示或隐藏聊天'],
      [['P'], '画中画'],
      [['S'], '保存截图'],
      [['X'], '录制或保存最近 30 秒'],
      [['I'], '播放统计'],
      [['Shift + F10'], '播放器菜单'],
      [['?'], '显示快捷键'],
    ],
  },
  en: {
    title: 'Keyboard shortcuts',
    feature: (label) => `Show or hide: ${label}`,
    rows: [
      [['Space', 'K'], 'Play or stop; pause while looking back'],
      [['M'], 'Mute or unmute'],
      [['↑', '↓'], 'Volume'],
      [['←', '→'], 'Look back: 15 seconds back or forward'],
      [['Esc'], 'Back to live'],
      [['F'], 'Full screen'],
      [['T'], 'Theatre'],
      [['C'], 'Show or hide the chat'],
      [['P'], 'Picture in picture'],
      [['S'], 'Save a screenshot'],
      [['X'], 'Record or save the last 30 seconds'],
      [['I'], 'Playback statistics'],
      [['Shift + F10'], 'Player menu'],
      [['?'], 'Show the shortcuts'],
    ],
  },
};

export default function KeyHelp({ onClose }: { onClose: () => void }) {
  const { language } = use(TextContext);
  const { title, rows, feature } = TEXT[language];
  const featureRows = FEATURE_TOOLS.map(({ key, label }) => [[key.toUpperCase()], feature(label[language])] as const);
  return (
    <Modal title={title} onClose={onClose}>
      <dl className={css.keys} data-first="" tabIndex={-1}>
        {[...rows, ...featureRows].map(([keys, does]) => (
          <div key={does} className={css.row}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className={css.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
