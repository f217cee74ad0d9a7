import { useState } from 'react';

import type { PanelProps } from '../../ui/features/panel.ts';
import { StageRegion } from '../../ui/stage/StageRegion.tsx';
import css from './panel.module.css';
import type { EmotionView } from './room.ts';
import type { EmotionWords } from './text.ts';

/** One sticker over the picture with its sender. If its image cannot be loaded, its name is shown. */
export default function EmotionPanel({ view, words }: PanelProps<EmotionView, never, EmotionWords>) {
  const [failedUrl, setFailedUrl] = useState('');
  const isPicture = view.iconUrl !== '' && view.iconUrl !== failedUrl;
  const sender = view.sender === '' ? words.someone : view.sender;
  return (
    <StageRegion name="sticker">
      <div key={view.key} className={css.sticker} role="status" data-feature="emotion">
        {isPicture ? (
          <img
            className={css.picture}
            src={view.iconUrl}
            alt={view.name}
            width={120}
            height={120}
            referrerPolicy="no-referrer"
            onError={() => setFailedUrl(view.iconUrl)}
          />
        ) : (
          <b className={css.name}>{view.name}</b>
        )}
        <span className={`cut ${css.sender}`}>{words.sent(sender)}</span>
      </div>
    </StageRegion>
  );
}
