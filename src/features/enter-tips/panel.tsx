import { namedUser, openCard } from '../../ui/chat/open-card.ts';
import type { PanelProps } from '../../ui/features/panel.ts';
import { shownName } from '../../ui/people/shown.ts';
import { useRoomContext } from '../../ui/room-context.ts';
import css from './panel.module.css';
import type { EnterTipsView } from './room.ts';
import type { EnterTipsWords } from './text.ts';

/**
 * One strip above the chat. Not announced to screen readers: the chat line has the same text, and in a full room the strip changes five
 * times a second.
 */
export default function EnterTipsPanel({ view, words, language }: PanelProps<EnterTipsView, never, EnterTipsWords>) {
  const { act } = useRoomContext();
  const { before, after } = words[view.kind];
  return (
    <p
      key={view.id}
      className={css.tip}
      data-tip={view.kind}
      data-tip-id={view.id}
      data-rich={view.isRich || undefined}
      data-own={view.isOwn || undefined}
    >
      {view.richLevel > 0 && <span className={css.level}>{view.richLevel}</span>}
      {before !== '' && <span className={css.words}>{before}</span>}
      {view.userId === 0 ? (
        <b className={`cut ${css.name}`}>{shownName(view.name, language)}</b>
      ) : (
        // Not in the tab order, because a tip disappears too soon; keyboard users open the card from the chat line.
        <button
          type="button"
          tabIndex={-1}
          className={`cut ${css.name}`}
          onClick={({ currentTarget }) => openCard(act, namedUser(view.userId, view.name, view.richLevel), currentTarget)}
        >
          {view.name}
        </button>
      )}
      <span className={css.words}>{view.words === '' ? after : view.words}</span>
    </p>
  );
}
