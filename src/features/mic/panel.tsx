import type { DialogAction, Fields } from '../../core/room/feature/feature-dialog.ts';
import { RequestFailure } from '../../ui/features/parts/FeatureParts.tsx';
import { CardButton, FeatureCard } from '../../ui/features/parts/FeatureCard.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import { Modal } from '../../ui/overlays/Modal.tsx';
import { Avatar } from '../../ui/room/Avatar.tsx';
import css from './panel.module.css';
import type { Guest, MicView } from './room.ts';
import type { MicWords } from './text.ts';

type Props = PanelProps<MicView, DialogAction, MicWords>;

/** Connected mic guests, and the viewer's actions: request, wait, accept, leave. The star opens and closes the link. */
export default function MicPanel({ view, act, words, place }: Props) {
  const { link, request } = view;
  const isBusy = request.name === 'sending';
  return (
    <>
      {place !== 'list' && (link !== null || view.wish !== null) && <LinkCard view={view} act={act} words={words} />}
      {view.isOpen && (
        <Modal title={words.title} onClose={() => act({ type: 'close' })}>
          <div className={css.tool}>
            <p>{link === null ? words.closed : words.opened(link.guests.length, link.waiting)}</p>
            {link !== null && link.requests.length > 0 && <Requests requests={link.requests} isBusy={isBusy} act={act} words={words} />}
            <RequestFailure request={request} words={words.failed} />
            <button
              type="button"
              data-first=""
              className={link === null ? css.main : css.end}
              disabled={isBusy}
              onClick={() => act(requested(link === null ? 'open' : 'close'))}
            >
              {link === null ? words.open : words.close}
            </button>
          </div>
        </Modal>
      )}
    </>
  );
}

type Parts = Omit<Props, 'place' | 'language'>;

const requested = (verb: string, fields: Fields = {}): DialogAction => ({ type: 'request', verb, fields });

function LinkCard({ view, act, words }: Parts) {
  const { link, request } = view;
  const isBusy = request.name === 'sending';
  const verbs = verbsOf(view);
  return (
    <FeatureCard
      name="mic"
      title={words.title}
      at={view.isGuest ? 'guest' : (view.wish?.status ?? 'watching')}
      {...(link !== null && link.waiting > 0 && { aside: words.waiting(link.waiting) })}
      {...(verbs.length > 0 && {
        actions: verbs.map((verb, at) => (
          <CardButton key={verb} isMain={at === 0} disabled={isBusy} onClick={() => act(requested(verb))}>
            {words.verbs[verb]}
          </CardButton>
        )),
      })}
    >
      {link !== null && link.guests.length > 0 && (
        <ul className={css.guests}>
          {link.guests.map((guest) => (
            <GuestRow key={guest.seat} guest={guest} isMine={guest.userId === view.myId} words={words} />
          ))}
        </ul>
      )}
      <p role="status">{statusOf(view, words)}</p>
      {request.name === 'failed' && !view.isOpen && <RequestFailure request={request} words={words.failed} />}
    </FeatureCard>
  );
}

/** Actions available to this viewer, the most likely first. */
function verbsOf({ isStar, isGuest, wish, link }: MicView): readonly ('request' | 'cancel' | 'leave' | 'accept')[] {
  if (isStar) return [];
  if (isGuest) return ['leave'];
  if (wish?.status === 'invited') return ['accept', 'cancel'];
  if (wish?.status === 'waits') return ['cancel'];
  return link?.isOpen === true && wish?.status !== 'accepted' ? ['request'] : [];
}

function statusOf({ link, wish, isGuest, isStar }: MicView, words: MicWords): string {
  if (isGuest) return words.isGuest;
  if (wish !== null) return wish.text === '' ? words.wishes[wish.status](wish.position) : wish.text;
  if (link?.guests.length === 0) return isStar ? words.nobodyStar : words.nobody;
  return '';
}

interface RequestsProps extends Pick<Props, 'act' | 'words'> {
  readonly requests: NonNullable<MicView['link']>['requests'];
  readonly isBusy: boolean;
}

/** Requests that the star can accept, in the order of arrival. */
function Requests({ requests, isBusy, act, words }: RequestsProps) {
  return (
    <ul className={css.guests} aria-label={words.requests}>
      {requests.map(({ requestId, name, logo }) => (
        <li key={requestId} className={css.guest} data-request={requestId}>
          <Avatar url={logo} name={name} size={28} isLive={false} />
          <span className={`cut ${css.name}`}>{name}</span>
          {(['admit', 'refuse'] as const).map((as) => (
            <button
              key={as}
              type="button"
              className={css.choice}
              data-main={as === 'admit' || undefined}
              aria-label={words.choose[as](name)}
              disabled={isBusy}
              onClick={() => act(requested(as, { requestId }))}
            >
              {words.choices[as]}
            </button>
          ))}
        </li>
      ))}
    </ul>
  );
}

function GuestRow({ guest, isMine, words }: { readonly guest: Guest; readonly isMine: boolean; readonly words: MicWords }) {
  const { name, logo, status, volume } = guest;
  const isHeard = status === 'speaking';
  return (
    <li className={css.guest} data-status={status}>
      <Avatar url={logo} name={name} size={28} isLive={false} />
      <span className={`cut ${css.name}`}>{isMine ? words.you : name}</span>
      {isHeard ? (
        <span
          className={css.volume}
          role="meter"
          aria-label={words.volume(name)}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={volume}
        >
          <span style={{ width: `${volume}%` }} />
        </span>
      ) : (
        <span className={css.status}>{words.statuses[status]}</span>
      )}
      <Icon name={isHeard ? 'mic' : 'muted'} size={16} />
    </li>
  );
}
