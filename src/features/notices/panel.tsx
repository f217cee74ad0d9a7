import { AnnouncementEnd } from '../../ui/features/parts/FeatureParts.tsx';
import type { AnnouncementAction } from '../../core/room/feature/announcements.ts';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import css from './panel.module.css';
import type { NoticesView } from './room.ts';
import type { NoticesWords } from './text.ts';

/** One notice. The button element is reused, so that the focus stays when several notices are closed in a row. */
export default function NoticesPanel({ view, act, words }: PanelProps<NoticesView, AnnouncementAction, NoticesWords>) {
  return (
    <section className={css.notice} aria-label={words.title} data-notice={view.level}>
      <p key={view.key} className={css.line} role="status">
        {view.iconUrl !== '' && <img className={css.icon} src={view.iconUrl} alt="" width={18} height={18} referrerPolicy="no-referrer" />}
        <span className={css.level}>{words.levels[view.level]}</span>
        {view.title !== '' && <b>{view.title}</b>} {view.text}
      </p>
      <AnnouncementEnd view={view} words={words} moreClass={css.more} linkClass={css.go} />
      <button type="button" className="icon-button" aria-label={words.close} onClick={() => act({ type: 'dismiss', key: view.key })}>
        <Icon name="close" size={14} />
      </button>
    </section>
  );
}
