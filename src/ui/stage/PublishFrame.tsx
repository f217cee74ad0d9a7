import { useRoom } from '../hands.ts';
import { Icon } from '../icons/Icon.tsx';
import { useText } from '../text/text.ts';
import css from './PublishFrame.module.css';

/** The star's own room: the frame that the publishing tool, a room module, fills (`data-slot="publish"`). */
export default function PublishFrame() {
  const room = useRoom('room');
  const text = useText();
  return (
    <div className={css.frame}>
      <div className={css.slot} data-slot="publish" />
      <span className={css.mark} aria-hidden="true">
        <Icon name="camera" size={34} />
      </span>
      <p className={css.title}>{text.publishTitle}</p>
      <p className={css.hint}>{text.publishHint}</p>
      <p className={css.state} data-live={room.liveStatus === 1 || undefined}>
        {room.liveStatus === 1 ? text.publishStatusOn : text.publishStatusOff}
      </p>
    </div>
  );
}
