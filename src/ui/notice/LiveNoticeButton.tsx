import { useEffect, useState } from 'react';
import { Icon } from '../../design/icons/Icon.tsx';
import { notify } from '../overlays/notice.ts';
import { useRoom, useRoomContext } from '../room-context.ts';
import { useLanguage } from '../text/text.ts';
import css from '../stage/Ribbon.module.css';
import type { RoomView } from '../../core/room/view.ts';
import type { Store } from '../store.ts';

/** Local storage key: numbers of the rooms with a requested notification, oldest first. */
const ROOMS_KEY = 'footlight-live-notice';
const MAX_ROOMS = 50;
/** A scheduled show is announced this long before its start, in ms. */
export const AHEAD_MS = 5 * 60_000;
/** Longest delay of a timer, in ms; a longer one fires immediately. Later shows are announced on a later visit. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface NoticeWords {
  readonly live: (star: string) => string;
  readonly soon: (star: string) => string;
}

/** False if the browser has no notifications, or only for installed pages: Safari on phones, Chrome on Android. */
const hasNotices = (): boolean => typeof Notification === 'function' && !/Android/.test(navigator.userAgent);

/** The rooms while storage is forbidden or full; then the request lasts until the page is closed. */
let unstored: readonly number[] | null = null;

function rooms(): readonly number[] {
  if (unstored !== null) return unstored;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(ROOMS_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id): id is number => Number.isSafeInteger(id)).slice(-MAX_ROOMS) : [];
  } catch {
    return [];
  }
}

function store(next: readonly number[]): void {
  try {
    localStorage.setItem(ROOMS_KEY, JSON.stringify(next.slice(-MAX_ROOMS)));
    unstored = null;
  } catch {
    unstored = next;
  }
}

interface Wish {
  /** Cancels the current timers and listeners. */
  readonly disarm: () => void;
  readonly roomId: number;
}

let armed: Wish | null = null;

function show(title: string, { roomId, liveName, avatarUrl }: RoomView['room']): void {
  const notice = new Notification(title, { body: liveName, tag: `footlight-live-${roomId}`, ...(avatarUrl !== '' && { icon: avatarUrl }) });
  notice.addEventListener('click', () => {
    window.focus();
    notice.close();
  });
}

/** Notifies when the star is back while the tab is hidden, and of the next show if its time is known. */
function arm({ get, hear }: Pick<Store, 'get' | 'hear'>, nextLiveS: number, words: NoticeWords): Wish {
  const { roomId } = get().room;
  let wasLive = get().room.liveStatus === 1;
  const deaf = hear(({ room }) => {
    if (room === undefined || room.roomId !== roomId) return;
    const isLive = room.liveStatus === 1;
    if (isLive && !wasLive && document.hidden) show(words.live(room.starName), room);
    wasLive = isLive;
  });
  const delayMs = nextLiveS * 1_000 - AHEAD_MS - Date.now();
  const announce = (): void => {
    // A star may begin earlier than planned.
    if (!wasLive) show(words.soon(get().room.starName), get().room);
  };
  const timer = delayMs > 0 && delayMs <= MAX_TIMER_MS ? setTimeout(announce, delayMs) : null;
  return {
    roomId,
    disarm() {
      deaf();
      if (timer !== null) clearTimeout(timer);
    },
  };
}

const liveNotice = {
  isWanted: (roomId: number): boolean => hasNotices() && Notification.permission === 'granted' && rooms().includes(roomId),
  /** Called in a click: requests permission from the viewer. Returns false if it was refused. */
  async want(source: Pick<Store, 'get' | 'hear'>, nextLiveS: number, words: NoticeWords): Promise<boolean> {
    if ((await Notification.requestPermission()) !== 'granted') return false;
    const { roomId } = source.get().room;
    store([...rooms().filter((id) => id !== roomId), roomId]);
    liveNotice.resume(source, nextLiveS, words);
    return true;
  },
  /** Restores the request of an earlier visit. */
  resume(source: Pick<Store, 'get' | 'hear'>, nextLiveS: number, words: NoticeWords): void {
    armed?.disarm();
    armed = liveNotice.isWanted(source.get().room.roomId) ? arm(source, nextLiveS, words) : null;
  },
  forget(roomId: number): void {
    store(rooms().filter((id) => id !== roomId));
    if (armed?.roomId !== roomId) return;
    armed.disarm();
    armed = null;
  },
};

/** Loaded with this part. */
const WORDS = {
  'zh-CN': {
    want: '开播提醒',
    wanted: '已设提醒',
    set: '主播开播时会提醒你，请保持页面打开',
    refused: '浏览器不允许通知，可在地址栏的网站设置中开启',
    notice: { live: (star: string) => `${star} 开播了`, soon: (star: string) => `${star} 将在 5 分钟后开播` },
  },
  en: {
    want: 'Notify me',
    wanted: 'Reminder is on',
    set: 'You will be notified when the show begins. Keep this page open',
    refused: 'The browser blocks notifications. Allow them in the settings of this site',
    notice: { live: (star: string) => `${star} is live`, soon: (star: string) => `${star} goes live in 5 minutes` },
  },
} as const;

/** While the star is offline: requests notification permission, only on the viewer's click. */
export default function LiveNoticeButton({ nextLiveS }: { readonly nextLiveS: number }) {
  const { store } = useRoomContext();
  const { roomId } = useRoom('room');
  const words = WORDS[useLanguage()];
  const [isWanted, setWanted] = useState(() => liveNotice.isWanted(roomId));
  useEffect(() => liveNotice.resume(store, nextLiveS, words.notice), [store, nextLiveS, words]);
  if (!hasNotices()) return null;
  const toggle = async (): Promise<void> => {
    if (isWanted) {
      liveNotice.forget(roomId);
      setWanted(false);
      return;
    }
    const isSet = await liveNotice.want(store, nextLiveS, words.notice);
    setWanted(isSet);
    notify(isSet ? words.set : words.refused, isSet ? 'good' : 'bad');
  };
  return (
    <button type="button" className={css.notice} aria-pressed={isWanted} data-live-notice="" onClick={() => void toggle()}>
      <Icon name={isWanted ? 'check' : 'clock'} size={16} />
      {isWanted ? words.wanted : words.want}
    </button>
  );
}
