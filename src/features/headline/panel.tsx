import { AnnouncementEnd } from '../../ui/features/parts/FeatureParts.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import css from './panel.module.css';
import type { HeadlineView } from './room.ts';
import type { HeadlineWords } from './text.ts';

/** One headline over the stage. The dock's button hides all headlines. */
export default function HeadlinePanel({ view, words, place }: PanelProps<HeadlineView, never, HeadlineWords>) {
  if (place === 'list') return null;
  const sender = view.sender === '' ? words.someone : view.sender;
  return (
    <section className={css.headline} aria-label={words.title} data-feature="headline" data-wide="">
      <span className={css.mark} aria-hidden="true">
        {words.title}
      </span>
      {view.iconUrl !== '' && <img className={css.icon} src={view.iconUrl} alt="" width={32} height={32} referrerPolicy="no-referrer" />}
      <p key={view.key} className={css.line} role="status">
        {view.gift === '' ? (
          <b>{sender}</b>
        ) : (
          <span>
            <b>{words.gives(sender, view.star)}</b> <b className={css.gift}>{words.gift(view.gift, view.count)}</b>
          </span>
        )}
        {view.text !== '' && <span className={css.text}>{view.text}</span>}
      </p>
      <AnnouncementEnd view={view} words={words} moreClass={css.more} linkClass={css.go}>
        <Icon name="right" size={14} />
      </AnnouncementEnd>
    </section>
  );
}
