import { ClipPlayer } from '../../ui/clip/ClipPlayer.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import { useRoomContext } from '../../ui/room-context.ts';
import stage from '../../ui/stage/Ribbon.module.css';
import type { ClipFact } from '../../core/room/stage.ts';
import type { LeadInView } from './room.ts';
import type { LeadInWords } from './text.ts';

/** P9: the video, and the banner with the link back to live. */
export default function LeadInPanel({ view, act, words }: PanelProps<LeadInView, ClipFact, LeadInWords>) {
  const { act: actOnRoom } = useRoomContext();
  return (
    <>
      {view.src !== '' && <ClipPlayer key={view.item} src={view.src} canPause report={act} />}
      <div className={stage.ribbon} data-tip="lead-in" role="status">
        <Icon name="clock" size={18} />
        <span className={`cut ${stage.text}`}>
          {words.playing}
          {view.title !== '' && <b>《{view.title}》</b>}
        </span>
        <button type="button" className={stage.button} onClick={() => actOnRoom({ type: 'back-to-live' })}>
          {words.backToLive}
          <Icon name="right" size={16} />
        </button>
      </div>
    </>
  );
}
