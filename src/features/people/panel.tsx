import type { PanelProps } from '../../ui/features/panel.ts';
import { openCard, namedUser } from '../../ui/chat/open-card.ts';
import { FirstIcon } from '../../design/icons/FirstIcon.tsx';
import { Icon } from '../../design/icons/Icon.tsx';
import { Modal } from '../../ui/overlays/Modal.tsx';
import { LevelChip } from '../../ui/people/Badges.tsx';
import { Avatar, MysticPortrait } from '../../ui/room/Avatar.tsx';
import { useRoom, useRoomContext } from '../../ui/room-context.ts';
import { formatCount } from '../../ui/text/numbers.ts';
import css from './panel.module.css';
import { TABS, type Member, type PeopleAction, type PeopleView } from './room.ts';
import type { PeopleWords } from './text.ts';

type Props = PanelProps<PeopleView, PeopleAction, PeopleWords>;

/** In the star's bar: portraits of the first viewers; a press opens the list. */
export default function PeoplePanel(props: Props) {
  const { view, act, words, language } = props;
  const { viewers } = useRoom('room');
  const nameOf = ({ name }: Member): string => (name === '' ? words.mystic : name);
  return (
    <>
      <button
        type="button"
        className={css.strip}
        data-people-strip=""
        aria-haspopup="dialog"
        aria-label={words.open(formatCount(viewers, language), view.strip.map(nameOf))}
        title={words.title}
        onClick={() => act({ type: 'entry' })}
      >
        {view.strip.map((member, at) => (
          // Keyed by place instead of person, so that the element of the first place is kept.
          <span key={at} className={css.face} data-place={at + 1}>
            <Portrait member={member} size={28} />
          </span>
        ))}
        <FirstIcon name="eye" size={15} />
        <span className={css.count}>{formatCount(viewers, language)}</span>
        <Icon name="right" size={14} />
      </button>
      {view.list !== null && <List {...props} list={view.list} />}
    </>
  );
}

function List({ list, act, words, language }: Props & { readonly list: NonNullable<PeopleView['list']> }) {
  const { act: actOnRoom } = useRoomContext();
  const { viewers } = useRoom('room');
  const more = Math.max(viewers, list.total) - list.members.length;
  const close = (): void => act({ type: 'close' });
  return (
    <Modal title={words.title} onClose={close}>
      <div className={css.list} data-people-list="">
        <div className={css.tabs} role="group" aria-label={words.kinds}>
          {TABS.map((tab) => (
            <button
              key={tab}
              type="button"
              className={css.tab}
              data-first={tab === list.tab ? '' : undefined}
              aria-pressed={tab === list.tab}
              onClick={() => act({ type: 'tab', tab })}
            >
              {words.tabs[tab]}
            </button>
          ))}
          <button
            type="button"
            className={css.tab}
            onClick={() => {
              close();
              actOnRoom({ type: 'feature', feature: 'ranks', action: { type: 'entry' } });
            }}
          >
            {words.ranks}
            <Icon name="right" size={14} />
          </button>
        </div>
        {list.members.length === 0 ? (
          <p className={css.quiet}>{words.nobody[list.tab]}</p>
        ) : (
          <ol className={css.members} tabIndex={0} aria-label={words.tabs[list.tab]}>
            {list.members.map((member, at) => (
              // Mystic viewers have no id; the place is the key.
              <li key={member.userId === 0 ? `place ${at}` : member.userId}>
                <Row member={member} place={at + 1} words={words} language={language} onOpen={close} />
              </li>
            ))}
          </ol>
        )}
        {list.tab === 'viewers' && more > 0 && <p className={css.quiet}>{words.more(formatCount(more, language))}</p>}
      </div>
    </Modal>
  );
}

function Portrait({ member: { userId, name, logo }, size }: { readonly member: Member; readonly size: number }) {
  return userId === 0 ? <MysticPortrait size={size} /> : <Avatar url={logo} name={name} size={size} isLive={false} />;
}

interface RowProps {
  readonly member: Member;
  readonly place: number;
  readonly words: PeopleWords;
  readonly language: string;
  readonly onOpen: () => void;
}

/** A press opens the user's card, or for a mystic viewer the explanation. */
function Row({ member, place, words, language, onOpen }: RowProps) {
  const { act } = useRoomContext();
  const { userId, name, logo, richLevel, coins, guard } = member;
  const shownName = name === '' ? words.mystic : name;
  return (
    <button
      type="button"
      className={css.member}
      onClick={({ currentTarget }) => {
        onOpen();
        if (userId === 0) act({ type: 'feature', feature: 'mystic-card', action: { type: 'open' } });
        else openCard(act, { ...namedUser(userId, name, richLevel), logo }, currentTarget);
      }}
    >
      <b className={css.place} data-top={place <= 3 || undefined}>
        {place}
      </b>
      <Portrait member={member} size={36} />
      <span className={css.who}>
        <span className={`cut ${css.name}`}>{shownName}</span>
        <span className={css.marks}>
          <LevelChip level={richLevel} />
          {guard > 0 && <span className={css.guard}>{words.guard(guard)}</span>}
        </span>
      </span>
      {coins > 0 && <span className={css.coins}>{words.coins(formatCount(coins, language))}</span>}
    </button>
  );
}
