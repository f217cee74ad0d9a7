import type { PanelProps } from '../../ui/features/panel.ts';
import { useAged } from '../../ui/features/parts/Countdown.tsx';
import { shownName } from '../../ui/people/shown.ts';
import { useRoom } from '../../ui/room-context.ts';
import { useLanguage } from '../../ui/text/text.ts';
import { StageRegion } from '../../ui/stage/StageRegion.tsx';
import css from './panel.module.css';
import type { MountsView } from './room.ts';
import type { MountsWords } from './text.ts';

function Welcome({ view, words }: { readonly view: MountsView; readonly words: MountsWords }) {
  const style = useAged(view.sinceMs);
  const name = shownName(view.welcome, useLanguage());
  return (
    <p className={css.words} style={style}>
      {view.name !== '' && <b>{view.name}</b>}
      <span>{name === '' ? words.arrived : words.welcome(name)}</span>
    </p>
  );
}

/** The mount of an entering user: image or video, and the welcome text, in the mount-effects box (830x468 by default). */
export default function MountsPanel({ view, words }: PanelProps<MountsView, never, MountsWords>) {
  const box = useRoom('layout').mounts;
  if (box === null) return null;
  return (
    <>
      <div key={view.id} className={css.box} style={{ left: box.x, top: box.y, width: box.width, height: box.height }} data-mount={view.id}>
        {view.src !== '' &&
          (view.isVideo ? (
            <video className={css.media} src={view.src} autoPlay muted playsInline />
          ) : (
            <img className={css.media} src={view.src} alt={view.name} referrerPolicy="no-referrer" />
          ))}
      </div>
      <StageRegion name="lower">
        <Welcome key={view.id} view={view} words={words} />
      </StageRegion>
    </>
  );
}
