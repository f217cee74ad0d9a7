import { ClipPlayer } from '../../ui/clip/ClipPlayer.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import css from './panel.module.css';
import type { AdAction, AdView } from './room.ts';
import type { AdWords } from './text.ts';

/** P8: video or still picture, remaining time, skip button and link of the advertisement. */
export default function AdPanel({ view, act, words }: PanelProps<AdView, AdAction, AdWords>) {
  const { src, link, isOnNow, pictureS, leftS, skipInS } = view;
  return (
    <ClipPlayer key={src} src={src} pictureS={pictureS} report={act}>
      <div className={css.top}>
        <span className={css.count}>{leftS > 0 ? words.left(leftS) : words.ad}</span>
        {skipInS !== null && skipInS > 0 && <span className={css.count}>{words.skipIn(skipInS)}</span>}
        {skipInS === 0 && (
          <button type="button" className={css.skip} onClick={() => act({ type: 'skip' })}>
            {words.skip}
          </button>
        )}
      </div>
      {link !== '' && (
        <a className={css.more} href={link} target="_blank" rel="noopener noreferrer sponsored">
          {isOnNow ? words.onNow : words.more}
        </a>
      )}
    </ClipPlayer>
  );
}
