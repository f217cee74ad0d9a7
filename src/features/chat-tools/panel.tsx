import { useEffect, type CSSProperties, useRef, useState } from 'react';
import type { PanelProps } from '../../ui/features/panel.ts';
import {
  type ChatToolsAction,
  type ChatToolsView,
  type Profile,
  type CardCall,
  type ChatTools,
  REPORT_REASONS,
  STAR_VERBS,
  type StarVerb,
} from './room.ts';
import { SettingsModal } from './settings.tsx';
import type { ChatToolsWords } from './text.ts';
import { requestChat, type ChatRequest } from '../../ui/chat/send/compose.ts';
import { Icon, type IconName } from '../../design/icons/Icon.tsx';
import { Modal } from '../../ui/overlays/Modal.tsx';
import { useRoom, useRoomContext } from '../../ui/room-context.ts';
import css from './panel.module.css';
import type { CardAnchor, CardUser } from '../../core/room/people/user-card.ts';
import { copyText } from '../../design/clipboard.ts';
import { Badges } from '../../ui/people/Badges.tsx';
import { Avatar } from '../../ui/room/Avatar.tsx';
import { formatCount } from '../../ui/text/numbers.ts';
import { useLanguage } from '../../ui/text/text.ts';

export type ChatToolsProps = PanelProps<ChatToolsView, ChatToolsAction, ChatToolsWords>;

export default function ChatToolsPanel(props: ChatToolsProps) {
  const { view } = props;
  useEffect(() => focusLogAfterwards, []);
  return view.shows === 'settings' ? <SettingsModal {...props} /> : <UserCard key={view.card.cards} {...props} card={view.card} />;
}

/** The line whose name had the focus may have been removed from the list meanwhile. */
function focusLogAfterwards(): void {
  queueMicrotask(() => {
    if (document.activeElement === null || document.activeElement === document.body)
      document.querySelector<HTMLElement>('[role="log"]:not([hidden])')?.focus({ preventScroll: true });
  });
}

const STAR_ICONS = { mute: 'muteChat', unmute: 'chat', kick: 'kick' } as const satisfies Record<StarVerb, IconName>;
/** CSS pixels; not used for the sheet on phones. The height is that of a card with all its parts. */
const CARD_WIDTH = 288;
const CARD_HEIGHT = 500;
const PORTRAIT_PX = 56;
const EDGE = 8;

/** Below the name; where the window has no room for it, at the window's lower edge, from which it grows upwards. */
function placeOf({ x, y }: CardAnchor): CSSProperties {
  const left = Math.max(EDGE, Math.min(x, innerWidth - CARD_WIDTH - EDGE));
  const isBelow = y + CARD_HEIGHT + EDGE <= innerHeight;
  return { '--place': isBelow ? `${y + EDGE / 2}px auto auto ${left}px` : `auto auto ${EDGE}px ${left}px` } as CSSProperties;
}

/** S20: profile card of a user with its actions. A popover at the name; on a phone a sheet. */
function UserCard({ card, act, words }: ChatToolsProps & { card: Extract<ChatTools, { name: 'card' }> }) {
  const { user, anchor, call, profile } = card;
  const close = (): void => act({ type: 'close' });
  const [place] = useState(() => placeOf(anchor));
  // Sent after the card has closed: the closing card restores the focus first, then the send box takes it.
  const wanted = useRef<ChatRequest | null>(null);
  const send = (request: ChatRequest): void => {
    wanted.current = request;
    close();
  };
  useEffect(
    () => () => {
      queueMicrotask(() => {
        if (wanted.current !== null) requestChat(wanted.current);
      });
    },
    [],
  );

  return (
    <Modal title={user.name} className={css.card} style={place} onClose={close}>
      <div className={css.inside} data-user-card={user.userId}>
        <Who user={user} profile={profile} words={words} />
        <Actions {...{ card, act, words, close, send }} />
        {call.name === 'choosing' && (
          <div className={css.reasons} role="group" aria-label={words.reportWhy}>
            {REPORT_REASONS.map((reason) => (
              <button key={reason} type="button" className={css.reason} onClick={() => act({ type: 'call', verb: 'report', reason })}>
                {words.reasons[reason]}
              </button>
            ))}
          </div>
        )}
        {user.line !== '' && <CopyLine line={words.quoted(user.name, user.line)} words={words} />}
        <CallState call={call} words={words} />
      </div>
    </Modal>
  );
}

type Words = ChatToolsProps['words'];

interface ActionsProps {
  readonly card: Extract<ChatTools, { name: 'card' }>;
  readonly act: ChatToolsProps['act'];
  readonly words: Words;
  readonly close: () => void;
  readonly send: (request: ChatRequest) => void;
}

/** Actions on the user; the star has more of them. */
function Actions({ card: { user, call, isMuted, profile }, act, words, close, send }: ActionsProps) {
  const room = useRoomContext();
  const me = useRoom('me');
  const { role } = useRoom('room');
  const isBlocked = useRoom('chat').blocked.some(({ userId }) => userId === user.userId);
  const isMe = user.userId === me.userId;
  return (
    <div className={css.actions}>
      <Action icon="chat" label={words.mention} isFirst onPress={() => send({ type: 'insert', text: `@${user.name} ` })} />
      {!isMe && <Follow user={user} profile={profile} act={act} words={words} />}
      {!isMe && (
        <Action icon="whisper" label={words.whisper} onPress={() => send({ type: 'whisper', userId: user.userId, name: user.name })} />
      )}
      {!isMe && (
        <Action
          icon="block"
          label={isBlocked ? words.unblock : words.block}
          isOn={isBlocked}
          title={words.blockHint}
          onPress={() => room.act({ type: 'block-user', userId: user.userId, name: user.name, on: !isBlocked })}
        />
      )}
      {!isMe && (
        <Action icon="report" label={words.report} isOn={call.name === 'choosing'} onPress={() => act({ type: 'choose-reason' })} />
      )}
      {!isMe && user.line !== '' && (
        <Action
          icon="chat"
          label="+1"
          title={words.plusHint}
          onPress={() => {
            room.act({ type: 'send-chat', text: user.line });
            close();
          }}
        />
      )}
      {role === 1 && user.line !== '' && (
        <Action
          icon="pin"
          label={words.pin}
          onPress={() => {
            room.act({
              type: 'feature',
              feature: 'chat-mode',
              action: { type: 'request', verb: 'pin', fields: { toUserId: user.userId, name: user.name, text: user.line } },
            });
            close();
          }}
        />
      )}
      {!isMe &&
        role === 1 &&
        STAR_VERBS.filter((verb) => verb !== (isMuted ? 'mute' : 'unmute')).map((verb) => (
          <Action key={verb} icon={STAR_ICONS[verb]} label={words[verb]} onPress={() => act({ type: 'call', verb })} />
        ))}
    </div>
  );
}

interface WhoProps {
  readonly user: CardUser;
  readonly profile: Profile | null;
  readonly words: Words;
}

/** Portrait, level and badges; followers and gifts once the service has answered. */
function Who({ user, profile, words }: WhoProps) {
  const language = useLanguage();
  const logo = user.logo === '' ? (profile?.logo ?? '') : user.logo;
  return (
    <>
      <div className={css.who}>
        <Avatar url={logo} name={user.name} size={PORTRAIT_PX} isLive={false} />
        <div className={css.facts}>
          <Badges
            richLevel={user.richLevel === 0 ? (profile?.richLevel ?? 0) : user.richLevel}
            badges={user.badges}
            {...(user.isStar && { star: words.star })}
          />
          {profile !== null && (
            <p className={css.counts}>
              <span>{words.fans(formatCount(profile.fans, language))}</span>
              {profile.guard > 0 && <span>{words.guard(profile.guard)}</span>}
              {profile.coins > 0 && <span>{words.coins(formatCount(profile.coins, language))}</span>}
            </p>
          )}
        </div>
      </div>
      {profile !== null && profile.gifts.length > 0 && (
        <ul className={css.gifts} aria-label={words.gifts}>
          {profile.gifts.map(({ name, iconUrl, num }) => (
            <li key={name} className={css.gift} title={name}>
              {iconUrl !== '' && <img src={iconUrl} alt="" width={22} height={22} referrerPolicy="no-referrer" />}
              {words.gift(name, formatCount(num, language))}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The star is followed by the room's own call; other users once the service has reported whether the viewer already follows them. */
function Follow({ user, profile, act, words }: WhoProps & Pick<ChatToolsProps, 'act'>) {
  const room = useRoomContext();
  const { following } = useRoom('room');
  if (!user.isStar && profile === null) return null;
  const isOn = user.isStar ? following : profile?.isFollowing === true;
  return (
    <Action
      icon={isOn ? 'check' : 'heartFull'}
      label={isOn ? words.following : words.follow}
      isOn={isOn}
      {...(isOn && { title: words.unfollowHint })}
      onPress={() => (user.isStar ? room.act({ type: 'follow', on: !isOn }) : act({ type: 'call', verb: isOn ? 'unfollow' : 'follow' }))}
    />
  );
}

interface ActionProps {
  readonly icon: IconName;
  readonly label: string;
  readonly title?: string;
  readonly isFirst?: boolean;
  readonly isOn?: boolean;
  readonly onPress: () => void;
}

function Action({ icon, label, title, isFirst = false, isOn, onPress }: ActionProps) {
  return (
    <button type="button" className={css.action} data-first={isFirst ? '' : undefined} title={title} aria-pressed={isOn} onClick={onPress}>
      <Icon name={icon} size={18} />
      {label}
    </button>
  );
}

function CopyLine({ line, words }: { line: string; words: Words }) {
  const [notice, setNotice] = useState('');
  const copy = (): void => {
    void copyText(line).then((isCopied) => setNotice(isCopied ? words.copied : words.copyFailed));
  };
  return (
    <div className={css.line}>
      <p className={css.quote}>{line}</p>
      <button type="button" className={css.copy} onClick={copy}>
        <Icon name="copy" size={16} />
        {notice === '' ? words.copyLine : notice}
      </button>
    </div>
  );
}

function CallState({ call, words }: { call: CardCall; words: Words }) {
  const text =
    call.name === 'calling'
      ? words.calling
      : call.name === 'done'
        ? words.done[call.verb]
        : call.name === 'failed'
          ? call.message || words.failed[call.verb]
          : '';
  return (
    <p className={css.state} role="status" data-bad={call.name === 'failed' || undefined}>
      {text}
    </p>
  );
}
