import type { AnnouncementAction } from '../../core/room/feature/announcements.ts';
import { Countdown } from '../../ui/features/parts/Countdown.tsx';
import { RequestFailure } from '../../ui/features/parts/FeatureParts.tsx';
import { CardButton, FeatureCard } from '../../ui/features/parts/FeatureCard.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Avatar } from '../../ui/room/Avatar.tsx';
import css from './panel.module.css';
import type { ConfessionView } from './room.ts';
import type { ConfessionWords } from './text.ts';

type Props = PanelProps<ConfessionView, AnnouncementAction, ConfessionWords>;

/** Sender, receiver and text. The receiver can answer; everybody sees the answer. */
export default function ConfessionPanel({ view, act, words, place }: Props) {
  if (place === 'list') return null;
  const star = view.star.name === '' ? words.star : view.star.name;
  const user = view.canAnswer ? words.you : view.user.name;
  const answer = (as: 'accept' | 'decline'): void => act({ type: 'request', key: view.key, verb: 'answer', fields: { id: view.id, as } });
  const isBusy = view.request.name === 'sending';
  return (
    <FeatureCard
      name="confession"
      title={words.title}
      at={view.reply}
      mark={<Avatar url={view.star.logo} name={star} size={36} isLive={false} />}
      {...(view.reply === 'none' && { aside: <Countdown timed={view} format={(left) => (left > 0 ? words.seconds(left) : '')} /> })}
      {...(view.canAnswer && {
        actions: (
          <>
            <CardButton isMain disabled={isBusy} onClick={() => answer('accept')}>
              {words.accept}
            </CardButton>
            <CardButton disabled={isBusy} onClick={() => answer('decline')}>
              {words.decline}
            </CardButton>
          </>
        ),
      })}
    >
      <p role="status">
        <b>{words.says(star, user)}</b> <span className={css.text}>{words.quoted(view.text)}</span>
      </p>
      {view.reply !== 'none' && <p className={css.reply}>{words.replies[view.reply](user)}</p>}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the text is shown above */}
      {view.audioUrl !== '' && <audio className={css.sound} src={view.audioUrl} controls preload="none" aria-label={words.listen} />}
      <RequestFailure request={view.request} words={words.failed} />
    </FeatureCard>
  );
}
