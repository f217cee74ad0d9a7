import type { AnnouncementAction } from '../../core/room/feature/announcements.ts';
import { Countdown } from '../../ui/features/parts/Countdown.tsx';
import { RequestFailure } from '../../ui/features/parts/FeatureParts.tsx';
import { CardButton, FeatureCard } from '../../ui/features/parts/FeatureCard.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import type { PetView } from './room.ts';
import type { PetWords } from './text.ts';

/** One missed order at a time: title, coins, and the remaining time to take it. */
export default function PetPanel({ view, act, words, place }: PanelProps<PetView, AnnouncementAction, PetWords>) {
  if (place === 'list') return null;
  const { key, petId, orderId, request } = view;
  const isDone = request.name === 'done';
  return (
    <FeatureCard
      name="pet"
      title={words.title}
      at={request.name}
      mark={<Icon name="pet" size={26} />}
      aside={isDone ? undefined : <Countdown timed={view} format={words.seconds} />}
      {...(!isDone && {
        actions: (
          <>
            <CardButton
              isMain
              disabled={request.name === 'sending'}
              onClick={() => act({ type: 'request', key, verb: 'take', fields: { petId, orderId } })}
            >
              {words.take}
            </CardButton>
            <CardButton onClick={() => act({ type: 'dismiss', key })}>{words.leave}</CardButton>
          </>
        ),
      })}
    >
      <p role="status">{isDone ? words.taken : words.missed(view.title === '' ? words.anOrder : view.title)}</p>
      {view.coin > 0 && <p>{isDone ? words.got(view.coin) : words.brings(view.coin)}</p>}
      {!isDone && view.more > 0 && <p>{words.more(view.more)}</p>}
      <RequestFailure request={request} words={words.failed} />
    </FeatureCard>
  );
}
