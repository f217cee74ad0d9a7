import { useDevice, useOnline } from '../page/device.ts';
import { useLostFocus } from '../page/lost-focus.ts';
import { useEffect, useState, useCallback, useRef, useSyncExternalStore } from 'react';
import { isOutdated, NOTICES_ID, removeOldWorker, updateFacts, updateWhy, type UpdateWhy } from '../new-version.ts';
import { useFeatureNames, useRoom, useRoomContext } from '../room-context.ts';
import { useLanguage, useText } from '../text/text.ts';
import { noticesOf, useNoticeWords } from './notice-words.ts';
import { overriddenBy, readFlags } from '../../core/room/start/page-input.ts';
import { sharingConsent } from '../p2p/consent.ts';
import { pageServices } from '../page/page-input.ts';
import { pageParts } from './page-parts.ts';
import css from './Notices.module.css';
import type { Toast, ChatBatch } from '../../core/room/view.ts';
import { Icon, type IconName } from '../../design/icons/Icon.tsx';
import { dismissNotice, noticeStore } from './notice.ts';
import { away } from '../room/away.ts';

/** Temporary messages above everything else, and what the page does as long as the room is open. */
export default function Notices() {
  usePageTitle();
  useDevice();
  useLostFocus();
  useEffect(() => {
    if (import.meta.env.VITE_MOCK !== '1') void removeOldWorker();
  }, []);
  return (
    <>
      <ServiceNotices />
      <Toasts />
    </>
  );
}

/** Minimum time in ms between two checks for a new version. Each part that fails causes a check. */
const CHECK_PAUSE_MS = 10_000;

/** Shows which worker or part of the page does not work at the moment. The chat shows its own state in its place. */
export function ServiceNotices() {
  const services = useRoom('services').filter(({ service }) => service !== 'socket');
  const words = useNoticeWords();
  const text = useText();
  const language = useLanguage();
  const { send } = useRoomContext();
  const isOnline = useOnline();
  const again = (): void => {
    pageParts.again('the viewer asked');
    send({ type: 'parts-again' });
  };
  const hasNewVersion = useNewVersion();
  // The notice about a new version replaces those about missing parts of the page, because it explains them.
  const shown = services.filter(({ service }) => !(hasNewVersion && service === 'page'));
  return (
    <div id={NOTICES_ID} className={css.notices} role="status" aria-live="polite">
      {!isOnline && (
        <p className={css.notice} data-notice="offline">
          {words.offline}
        </p>
      )}
      <OverriddenNotice />
      <SharingNotice />
      {hasNewVersion && <NewVersion />}
      <PlainHttp />
      {noticesOf(shown, language).map((notice) => (
        <p key={notice.text} className={css.notice} data-recovering={notice.isRecovering || undefined}>
          {notice.text}
          {notice.canRetry && (
            <button type="button" className={css.button} onClick={again}>
              {text.retry}
            </button>
          )}
        </p>
      ))}
    </div>
  );
}

const UPDATE_LOOK_MS = 500;
/** A hidden tab waits at least this time, because viewers switch tabs, and up to twice this time, so that not all tabs reload at once. */
const HIDDEN_MS = 30_000;

/** Offers the new version, and loads it at a moment when nothing of the viewer is lost. */
function NewVersion() {
  const words = useNoticeWords();
  const { store } = useRoomContext();
  const [isRequested, setRequested] = useState(false);
  const [why, setWhy] = useState<UpdateWhy>('watched');
  const [hiddenWaitMs] = useState(() => HIDDEN_MS * (1 + Math.random()));
  useEffect(() => {
    let [freeSinceMs, isLoading] = [performance.now(), false];
    const look = (): void => {
      const now = updateWhy(updateFacts(store.get(), isRequested));
      setWhy(now);
      if (now !== 'free') freeSinceMs = performance.now();
      if (isLoading || now !== 'free' || (!isRequested && performance.now() - freeSinceMs < hiddenWaitMs)) return;
      isLoading = true;
      location.reload();
    };
    look();
    const timer = setInterval(look, UPDATE_LOOK_MS);
    return () => clearInterval(timer);
  }, [store, isRequested, hiddenWaitMs]);
  const waits = isRequested ? words.updateAfter[why] : undefined;
  return (
    <p className={css.notice} data-notice="new-version" data-waits={waits === undefined ? undefined : why}>
      {waits ?? words.newVersion}
      <button type="button" className={css.button} onClick={() => (isRequested ? location.reload() : setRequested(true))}>
        {isRequested ? words.loadNow : words.loadNewVersion}
      </button>
    </p>
  );
}

/** One sentence about what a browser refuses to a page by plain http from another machine. */
function PlainHttp() {
  const words = useNoticeWords();
  const [isShown, setShown] = useState(() => !isSecureContext);
  if (!isShown) return null;
  return (
    <p className={css.notice} data-notice="plain-http">
      {words.plainHttp}
      <button type="button" className={css.button} onClick={() => setShown(false)}>
        {words.understood}
      </button>
    </p>
  );
}

/** The page's address replaces what the services answer: the stream may be a stranger's, whatever the page says about it. */
function OverriddenNotice() {
  const words = useNoticeWords();
  const [host] = useState(() => {
    if (!pageServices().services.addressOverrides) return null;
    return overriddenBy(readFlags(new URLSearchParams(location.search)).flags, location.origin)?.host ?? null;
  });
  if (host === null) return null;
  return (
    <p className={css.notice} data-notice="overridden">
      {host === '' ? words.overriddenConfig : words.overriddenStream(host)}
    </p>
  );
}

const noConsent = (): (() => void) => () => undefined;

/** Sharing the stream shows the viewer's network address to others: he is asked once. */
function SharingNotice() {
  const consent = sharingConsent();
  const words = useNoticeWords();
  const isPending = useSyncExternalStore(consent?.subscribe ?? noConsent, () => consent?.isPending() === true);
  if (consent === null || !isPending) return null;
  return (
    <div className={css.notice} data-notice="sharing">
      <span>{words.sharing}</span>
      <button type="button" className={css.button} onClick={() => consent.answer('yes')}>
        {words.sharingYes}
      </button>
      <button type="button" className={css.button} onClick={() => consent.answer('no')}>
        {words.sharingNo}
      </button>
    </div>
  );
}

/** True after a part has failed and the server sends another version of the page than this one. */
function useNewVersion(): boolean {
  const [isNew, setNew] = useState(false);
  const services = useRoom('services');
  const featuresOff = useFeatureNames((view) => view.name === 'off' && view.why !== 'switched off by the remote config');
  const { liveFail } = useRoom('tips');
  // Without it the server of the page is most likely out of reach as well.
  const hasChat = useRoom('chat').connection === 'open';
  // The effect below runs again when this text changes, so that each further failure causes a check.
  const failed = services.map(({ name }) => name).join(' ') + featuresOff + (liveFail ? ' live' : '');
  useEffect(() => {
    if (isNew || !hasChat) return undefined;
    let checkedMs = -CHECK_PAUSE_MS;
    const check = (): void => {
      if (performance.now() - checkedMs < CHECK_PAUSE_MS) return;
      checkedMs = performance.now();
      void isOutdated().then((outdated) => outdated && setNew(true));
    };
    // Vite dispatches this event when an import() fails to load its file.
    addEventListener('vite:preloadError', check);
    if (failed !== '') check();
    return () => removeEventListener('vite:preloadError', check);
  }, [isNew, hasChat, failed]);
  return isNew;
}

const TONE_ICON = { info: 'chat', good: 'check', bad: 'alert' } as const satisfies Record<Toast['tone'], IconName>;

function Toasts() {
  const toasts = useRoom('toasts');
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.get);
  const context = useRoomContext();
  const words = useNoticeWords();
  const close = (id: number): void => (id < 0 ? dismissNotice(id) : context.act({ type: 'close-toast', id }));
  const list = useRef<HTMLDivElement>(null);
  const shown = [...toasts, ...notices];
  // A new one can replace an older one, so their number is not enough.
  const ids = shown.map(({ id }) => id).join(' ');
  // Shown again as a popover at each change, so that it is last in the top layer and above an open dialog, which no z-index reaches.
  useEffect(() => {
    const element = list.current;
    if (element === null || ids === '' || !('showPopover' in element)) return undefined;
    element.popover = 'manual';
    element.showPopover();
    return () => element.hidePopover();
  }, [ids]);
  /** The element from which the focus moved to the toasts. */
  const before = useRef<Element | null>(null);
  const button = useCallback(
    (element: HTMLButtonElement | null) => () => {
      // Called before the button is removed.
      if (element !== null && element === document.activeElement && before.current instanceof HTMLElement) before.current.focus();
    },
    [],
  );
  return (
    <div ref={list} className={css.toasts} role="status" aria-live="polite">
      {shown.map((toast) => (
        <div key={toast.id} className={css.toast} data-tone={toast.tone}>
          <Icon name={TONE_ICON[toast.tone]} size={18} />
          <span className={css.text}>{toast.text}</span>
          <button
            ref={button}
            type="button"
            className="icon-button"
            aria-label={words.closeToast}
            onFocus={({ relatedTarget }) => {
              if (!list.current?.contains(relatedTarget)) before.current = relatedTarget;
            }}
            onClick={() => close(toast.id)}
          >
            <Icon name="close" size={16} />
          </button>
        </div>
      ))}
    </div>
  );
}

/** Larger numbers of unread lines are shown as 99+. */
const MAX_COUNTED = 99;

export interface TitleFacts {
  readonly brand: string;
  readonly roomLabel: string;
  readonly liveName: string;
  readonly starName: string;
  readonly unread: number;
}

/** The tab's title: the number of lines received while the tab was hidden, the show and the star. */
export function pageTitle({ brand, roomLabel, liveName, starName, unread }: TitleFacts): string {
  const mark = unread === 0 ? '' : `(${unread > MAX_COUNTED ? `${MAX_COUNTED}+` : unread}) `;
  if (starName === '') return mark + brand;
  return `${mark}${liveName === '' ? roomLabel : `${liveName} - ${starName}`} - ${brand}`;
}

/** Number of lines by other users, without system lines. */
export const unreadIn = ({ rows }: Pick<ChatBatch, 'rows'>): number => rows.filter(({ type, isMe }) => type === 'chat' && !isMe).length;

/** Updates the title while the component is mounted, except in the lobby, which has its own title. */
export function usePageTitle(): void {
  const { liveName, starName } = useRoom('room');
  const { store } = useRoomContext();
  const text = useText();
  const [unread, setUnread] = useState(0);
  const isAway = useSyncExternalStore(away.subscribe, away.is);
  useEffect(() => {
    const leave = store.onChat((batch) => {
      if (document.hidden) setUnread((n) => Math.min(n + unreadIn(batch), MAX_COUNTED + 1));
    });
    const shown = (): void => {
      if (!document.hidden) setUnread(0);
    };
    document.addEventListener('visibilitychange', shown);
    return () => {
      leave();
      document.removeEventListener('visibilitychange', shown);
    };
  }, [store]);
  useEffect(() => {
    if (!isAway) document.title = pageTitle({ brand: text.brand, roomLabel: text.roomLabel(starName), liveName, starName, unread });
  }, [text, liveName, starName, unread, isAway]);
}
