import { CardButton, FeatureCard } from '../../ui/features/parts/FeatureCard.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import { useRoom, useRoomContext } from '../../ui/room-context.ts';
import type { StarGame } from './room.ts';
import type { StarGameWords } from './text.ts';

export default function StarGamePanel({ view, words, place }: PanelProps<StarGame, never, StarGameWords>) {
  const { starName } = useRoom('room');
  const { act } = useRoomContext();
  if (place === 'list') return null;
  const open = (): void => act({ type: 'feature', feature: 'activity', action: { type: 'activity', key: view.link } });
  return (
    <FeatureCard
      name="star-game"
      title={words.title}
      at={String(view.gameId)}
      mark={<Icon name="gamepad" size={28} />}
      {...(view.link !== '' && {
        actions: (
          <CardButton isMain onClick={open}>
            {words.join}
          </CardButton>
        ),
      })}
    >
      <p role="status">{words.plays(starName, view.name === '' ? words.aGame : view.name)}</p>
    </FeatureCard>
  );
}
