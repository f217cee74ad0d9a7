import { useOnline } from '../device.ts';
import { useRoom } from '../room-context.ts';
import { useNoticeWords } from './notice-words.ts';
import css from './ServiceNotices.module.css';

/** Shows which worker or part of the page does not work at the moment. The chat shows its own state in its place. */
export function ServiceNotices() {
  const services = useRoom('services').filter(({ service }) => service !== 'socket');
  const words = useNoticeWords();
  const isOnline = useOnline();
  return (
    <div className={css.notices} role="status" aria-live="polite">
      {!isOnline && (
        <p className={css.notice} data-notice="offline">
          {words.offline}
        </p>
      )}
      {services.map((status) => {
        const name = status.name === '' ? words.serviceNames[status.service] : `${words.serviceNames[status.service]} ${status.name}`;
        return (
          <p key={`${status.service} ${status.name}`} className={css.notice} data-recovering={status.recovering || undefined}>
            {status.recovering ? words.serviceRecovering(name) : words.serviceDown(name)}
          </p>
        );
      })}
    </div>
  );
}
