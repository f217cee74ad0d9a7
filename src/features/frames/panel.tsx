import { useEffect, useEffectEvent } from 'react';

import { ACTIVITY_KEYS } from '../../core/reports/business-ids.ts';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Box } from '../../ui/overlays/Box.tsx';
import { notify } from '../../ui/overlays/notice.ts';
import { away } from '../../ui/room/away.ts';
import { FrameWindow, isRoomShown } from './page-window.tsx';
import css from './panel.module.css';
import type { FramesAction, FramesView } from './rules.ts';
import type { FramesWords } from './text.zh-CN.ts';

/** All open frames, and the menu of pages to open. */
export default function FramesPanel({ view, act, words, language }: PanelProps<FramesView, FramesAction, FramesWords>) {
  const onVisibility = useEffectEvent(() => act({ type: 'visibility', visible: isRoomShown() }));
  useEffect(() => {
    const changed = (): void => onVisibility();
    document.addEventListener('visibilitychange', changed);
    const unsubscribe = away.subscribe(changed);
    return () => {
      document.removeEventListener('visibilitychange', changed);
      unsubscribe();
    };
  }, []);
  const onRefused = useEffectEvent(() => {
    notify(words.refused, 'bad');
    act({ type: 'refusal-shown' });
  });
  useEffect(() => {
    if (view.refused > 0) onRefused();
  }, [view.refused]);
  return (
    <>
      {view.isMenuOpen && (
        <Box title={words.menu} onClose={() => act({ type: 'close-menu' })}>
          <ul className={css.menu}>
            {ACTIVITY_KEYS.map((key) => (
              <li key={key}>
                <button type="button" className={css.item} onClick={() => act({ type: 'activity', key })}>
                  {words.activities[key]}
                </button>
              </li>
            ))}
            <li>
              <button type="button" className={css.item} onClick={() => act({ type: 'mini-app', appId: 'lobby' })}>
                {words.miniApp}
              </button>
            </li>
            <li>
              <button type="button" className={css.item} onClick={() => act({ type: 'club' })}>
                {words.club}
              </button>
            </li>
          </ul>
        </Box>
      )}
      {inPlace(view.frames).map((frame) => (
        <FrameWindow key={frame.id} frame={frame} view={view} act={act} words={words} language={language} />
      ))}
    </>
  );
}

/** In the order of their opening, because an <iframe> that moves in the document loads its page again. `z-index` orders the layers. */
const inPlace = (frames: FramesView['frames']): FramesView['frames'] =>
  frames.toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
