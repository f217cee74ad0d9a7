import { Countdown, minutes } from '../../ui/features/parts/Countdown.tsx';
import { CardButton, FeatureCard } from '../../ui/features/parts/FeatureCard.tsx';
import type { AnnouncementAction } from '../../core/room/feature/announcements.ts';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Avatar } from '../../ui/room/Avatar.tsx';
import css from './panel.module.css';
import type { CeremonyView } from './room.ts';
import type { CeremonyWords } from './text.ts';

export default function CeremonyPanel({ view, act, words, place }: PanelProps<CeremonyView, AnnouncementAction, CeremonyWords>) {
  if (place === 'list') return null;
  const title = view.title === '' ? words.title : view.title;
  const close = <CardButton onClick={() => act({ type: 'dismiss', key: view.key })}>{words.close}</CardButton>;
  if (view.result === 'failure')
    return (
      <FeatureCard name="ceremony" title={title} at="failure" actions={close}>
        <p role="status">
          <b>{words.failure}</b> {view.text}
        </p>
      </FeatureCard>
    );
  const [star, rival] = [view.star, view.rival].map(({ name, logo }) => ({ name: name === '' ? words.someone : name, logo }));
  return (
    <FeatureCard
      name="ceremony"
      title={title}
      at="success"
      aside={<Countdown timed={view} format={(left) => (left > 0 ? words.left(minutes(left)) : words.over)} />}
      actions={close}
    >
      <p className={css.pair} role="status" aria-label={words.matched(star!.name, rival!.name)}>
        <span className={css.side}>
          <Avatar url={star!.logo} name={star!.name} size={36} isLive={false} />
          <b>{star!.name}</b>
        </span>
        <b className={css.versus}>VS</b>
        <span className={css.side}>
          <Avatar url={rival!.logo} name={rival!.name} size={36} isLive={false} />
          <b>{rival!.name}</b>
        </span>
      </p>
      {view.text !== '' && <p className={css.text}>{view.text}</p>}
    </FeatureCard>
  );
}
