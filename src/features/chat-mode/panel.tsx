import { RequestFailure, useNews } from '../../ui/features/parts/FeatureParts.tsx';
import { Countdown } from '../../ui/features/parts/Countdown.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import { Modal } from '../../ui/overlays/Modal.tsx';
import { useRoom, useRoomContext } from '../../ui/room-context.ts';
import css from './panel.module.css';
import { SLOW_CHOICES, type ChatModeAction, type ChatModeView } from './room.ts';
import type { ChatModeWords } from './text.ts';

type Props = PanelProps<ChatModeView, ChatModeAction, ChatModeWords>;

/** Above the chat's input field: the pinned line and the active rules. */
export default function ChatModePanel(props: Props) {
  const { view, act, words } = props;
  // A line is pinned from a user card, and unpinned beside it: the dialog, which shows the reason, is closed then.
  useNews(
    view.request.name === 'failed' && !view.isOpen ? view.request : null,
    ({ text }) => ({ text: text || words.failed, isGood: false }),
    () => act({ type: 'close' }),
  );
  const hasRules = view.slowS > 0 || view.isFollowersOnly;
  return (
    <>
      {view.pinned !== null && <PinnedLine {...props} pinned={view.pinned} />}
      {hasRules && (
        <div className={css.rules} role="group" aria-label={words.rules} data-chat-rules="">
          {view.slowS > 0 && <Slow {...props} />}
          {view.isFollowersOnly && <FollowersOnly {...props} />}
        </div>
      )}
      {view.isOpen && <Tool {...props} />}
    </>
  );
}

function PinnedLine({ pinned, view, act, words }: Props & { readonly pinned: NonNullable<ChatModeView['pinned']> }) {
  return (
    <section className={css.pinned} aria-label={words.pinned} data-pinned-line="">
      <span className={css.tag}>{words.pinned}</span>
      <p className={css.line} title={pinned.text}>
        {pinned.name !== '' && <b className={css.name}>{pinned.name} </b>}
        {pinned.text}
      </p>
      {view.isStar && (
        <button
          type="button"
          className={css.button}
          disabled={view.request.name === 'sending'}
          onClick={() => act({ type: 'request', verb: 'unpin', fields: {} })}
        >
          {words.unpin}
        </button>
      )}
      <button type="button" className="icon-button" aria-label={words.hide} onClick={() => act({ type: 'hide-pinned' })}>
        <Icon name="close" size={14} />
      </button>
    </section>
  );
}

function Slow({ view: { slowS, wait }, words }: Props) {
  return (
    <p className={css.rule}>
      <Icon name="clock" size={14} />
      <span>{words.slow(slowS)}</span>
      {wait !== null && <Countdown timed={wait} format={words.wait} className={css.wait} />}
    </p>
  );
}

/** Followers-only notice with a follow button for viewers who do not follow yet. */
function FollowersOnly({ view: { isStar }, words }: Props) {
  const { following } = useRoom('room');
  const { act } = useRoomContext();
  return (
    <p className={css.rule}>
      <Icon name="heart" size={14} />
      <span>{words.followersOnly}</span>
      {!isStar && !following && (
        <button type="button" className={css.button} onClick={() => act({ type: 'follow', on: true })}>
          {words.follow}
        </button>
      )}
    </p>
  );
}

function Tool({ view: { slowS, isFollowersOnly, request }, act, words }: Props) {
  const isBusy = request.name === 'sending';
  const set = (seconds: number, areFollowers: boolean): void =>
    act({ type: 'request', verb: 'set', fields: { slowS: seconds, followersOnly: areFollowers ? 1 : 0 } });
  return (
    <Modal title={words.title} onClose={() => act({ type: 'close' })}>
      <div className={css.tool}>
        <fieldset className={css.choices} disabled={isBusy}>
          <legend>{words.slowTitle}</legend>
          {SLOW_CHOICES.map((seconds) => (
            <button
              key={seconds}
              type="button"
              className={css.choice}
              data-first={seconds === slowS ? '' : undefined}
              aria-pressed={seconds === slowS}
              onClick={() => set(seconds, isFollowersOnly)}
            >
              {words.slowChoice(seconds)}
            </button>
          ))}
        </fieldset>
        <label className={css.check}>
          <input
            type="checkbox"
            checked={isFollowersOnly}
            disabled={isBusy}
            onChange={({ currentTarget }) => set(slowS, currentTarget.checked)}
          />
          {words.followersTitle}
        </label>
        <p className={css.answer} role="status">
          {isBusy ? words.saving : request.name === 'done' ? words.done : ''}
        </p>
        <RequestFailure request={request} words={words.failed} />
      </div>
    </Modal>
  );
}
