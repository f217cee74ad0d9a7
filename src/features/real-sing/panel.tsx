import type { PanelProps } from '../../ui/features/panel.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import css from './panel.module.css';
import type { RealSong } from './room.ts';
import type { RealSingWords } from './text.ts';

/** Badge over the picture: the song is sung live, with its score. */
export default function RealSingPanel({ view, words, place }: PanelProps<RealSong, never, RealSingWords>) {
  if (place === 'list') return null;
  const isReal = view.status === 'real';
  return (
    <section className={css.mark} aria-label={words.title} data-feature="real-sing" data-phase={view.status}>
      <Icon name={isReal ? 'check' : 'mic'} size={16} />
      <p className={`cut ${css.line}`} role="status">
        <b>{isReal ? words.real : words.listening}</b> {view.songName !== '' && words.song(view.songName)}
        {view.text !== '' && <span className={css.text}> {view.text}</span>}
      </p>
      {isReal && view.score > 0 && <b className={css.score}>{words.score(view.score)}</b>}
    </section>
  );
}
