import { FeatureCard } from '../../ui/features/parts/FeatureCard.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Icon, type IconName } from '../../design/icons/Icon.tsx';
import type { GuardView } from './room.ts';
import type { GuardWords } from './text.ts';

const MARKS = { guard: 'shield', medal: 'medal', club: 'heartFull' } as const satisfies Record<string, IconName>;

export default function GuardPanel({ view, words, place }: PanelProps<GuardView, never, GuardWords>) {
  if (place === 'list') return null;
  const { news } = view;
  return (
    <FeatureCard
      name="guard"
      title={words.titles[news.type]}
      at={news.type}
      mark={
        view.iconUrl === '' ? (
          <Icon name={MARKS[news.type]} size={26} />
        ) : (
          <img src={view.iconUrl} alt="" width={32} height={32} referrerPolicy="no-referrer" />
        )
      }
      {...(view.more > 0 && { aside: words.more(view.more) })}
    >
      <p key={view.key} role="status">
        {textOf(view, words)}
      </p>
      {news.type === 'guard' && news.total > 0 && <p>{words.total(news.total)}</p>}
    </FeatureCard>
  );
}

function textOf({ news, name, title }: GuardView, words: GuardWords): string {
  switch (news.type) {
    case 'guard':
      return words.guard[news.what](name, title === '' ? words.aGuard : title, news.level, news.months);
    case 'medal':
      return words.medal[news.what](name, title, news.level);
    case 'club':
      return news.isLit
        ? words.lit(title === '' ? words.club : title, news.level)
        : words.grown(title === '' ? words.club : title, news.level);
  }
}
