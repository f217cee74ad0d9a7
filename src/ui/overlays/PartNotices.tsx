import { useRoom } from '../hands.ts';
import { useText } from '../text/text.ts';
import css from './PartNotices.module.css';

/** Says which part of the room does not work at the moment. The chat says it itself, in its own place. */
export function PartNotices() {
  const parts = useRoom('parts').filter((part) => part.part !== 'socket');
  const text = useText();
  return (
    <div className={css.notices} role="status" aria-live="polite">
      {parts.map((part) => {
        const name = part.name === '' ? text.troubles[part.part] : `${text.troubles[part.part]} ${part.name}`;
        return (
          <p key={`${part.part} ${part.name}`} className={css.notice} data-recovering={part.recovering || undefined}>
            {part.recovering ? text.troubleRecovering(name) : text.troubleDown(name)}
          </p>
        );
      })}
    </div>
  );
}
