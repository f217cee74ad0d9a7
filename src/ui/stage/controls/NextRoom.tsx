import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

import { readRoute, roomAddress } from '../../../core/room/start/route.ts';
import { Icon } from '../../../design/icons/Icon.tsx';
import { loadRooms, type Rooms, useRooms } from '../../lobby/use-rooms.ts';
import { notify } from '../../overlays/notice.ts';
import { Avatar } from '../../room/Avatar.tsx';
import type { Language } from '../../../design/language.ts';
import { useLanguage } from '../../text/text.ts';
import { isPicture } from './gestures.ts';
import css from './NextRoom.module.css';

const WORDS = {
  'zh-CN': {
    next: '下一个直播间',
    previous: '上一个直播间',
    release: '松手进入',
    loading: '正在查找…',
    none: '暂时没有其他正在直播的房间',
  },
  en: { next: 'Next room', previous: 'Previous room', release: 'Release to enter', loading: 'Looking…', none: 'No other room is live now' },
} as const;

/** The next room of the list is 1, the previous one -1. */
type RoomStep = 1 | -1;

/** Distance in CSS pixels from which a movement is a swipe, and from which its end opens the room. */
const SWIPE_FROM_PX = 16;
const SWIPE_OPENS_PX = 96;

interface Swipe {
  readonly step: RoomStep;
  /** Reached part of the distance; 1: the room opens. */
  readonly share: number;
  readonly isReleased: boolean;
}

/** A vertical swipe over the picture opens another room that is live. */
export function RoomSwipe({ frame }: { readonly frame: RefObject<HTMLElement | null> }) {
  const [swipe, setSwipe] = useState<Swipe | null>(null);
  const moved = useEffectEvent((byPx: number): void => {
    if (Math.abs(byPx) < SWIPE_FROM_PX && swipe === null) return;
    setSwipe({ step: byPx < 0 ? 1 : -1, share: Math.min(1, Math.abs(byPx) / SWIPE_OPENS_PX), isReleased: false });
  });
  const ended = useEffectEvent((isCancelled: boolean): void => {
    setSwipe((last) => (last === null || last.share < 1 || isCancelled ? null : { ...last, isReleased: true }));
  });
  useEffect(() => {
    const box = frame.current;
    if (box === null) return undefined;
    let start: PointerEvent | null = null;
    const down = (event: PointerEvent): void => {
      start = event.pointerType === 'touch' && event.isPrimary && isPicture(event, box) ? event : null;
    };
    const move = (event: PointerEvent): void => {
      if (event.pointerId !== start?.pointerId) return;
      const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
      // Sideways movements belong to the browser.
      if (Math.abs(x) > Math.abs(y) && Math.abs(x) > SWIPE_FROM_PX) end(event);
      else moved(y);
    };
    const end = (event: PointerEvent): void => {
      if (event.pointerId !== start?.pointerId) return;
      start = null;
      ended(event.type !== 'pointerup');
    };
    const listening = new AbortController();
    const { signal } = listening;
    box.setAttribute('data-swipes', '');
    box.addEventListener('pointerdown', down, { signal });
    box.addEventListener('pointermove', move, { signal });
    for (const type of ['pointerup', 'pointercancel'] as const) box.addEventListener(type, end, { signal });
    return () => {
      listening.abort();
      box.removeAttribute('data-swipes');
    };
  }, [frame]);
  return swipe !== null && <NextRoom {...swipe} onNone={() => setSwipe(null)} />;
}

interface NextRoomProps extends Swipe {
  /** No other room is live, or the list of rooms is not available. */
  readonly onNone: () => void;
}

/** The live room after or before this one in the order of the list, as a ring; undefined if no other room is live. */
function neighbourOf(rooms: Rooms, step: RoomStep) {
  const route = readRoute(location.pathname);
  const live = rooms.name === 'listed' ? rooms.list.live : [];
  const here = live.findIndex(({ roomId }) => 'roomId' in route && roomId === route.roomId);
  const hasOthers = live.length > (here < 0 ? 0 : 1);
  return hasOthers ? live.at((here < 0 && step < 0 ? step : here + step) % live.length) : undefined;
}

function enter(rooms: Rooms, step: RoomStep, none: string): void {
  const next = neighbourOf(rooms, step);
  if (next === undefined) notify(none, 'info');
  else location.assign(roomAddress(next.roomId, { route: readRoute(location.pathname), search: location.search }));
}

/** The same as a swipe, for the menu: a gesture alone would exclude keyboards and mice. */
export async function enterNextRoom(language: Language): Promise<void> {
  enter(await loadRooms(new AbortController().signal), 1, WORDS[language].none);
}

/** Name of the next room; opens it once it is released. */
function NextRoom({ step, share, isReleased, onNone }: NextRoomProps) {
  const { rooms } = useRooms();
  const words = WORDS[useLanguage()];
  const next = neighbourOf(rooms, step);
  const opens = useEffectEvent((): void => {
    enter(rooms, step, words.none);
    if (next === undefined) onNone();
  });
  const isDecided = isReleased && rooms.name !== 'loading';
  useEffect(() => {
    if (isDecided) opens();
  }, [isDecided]);
  const [title, hint] =
    next === undefined
      ? [rooms.name === 'loading' ? words.loading : words.none, '']
      : [next.starName || String(next.roomId), share < 1 ? words[step > 0 ? 'next' : 'previous'] : words.release];
  return (
    <p className={css.next} data-next-room={step} style={{ opacity: 0.4 + 0.6 * share }} role="status" data-ground="dark">
      {next === undefined ? <Icon name="right" size={20} /> : <Avatar url={next.avatarUrl} name={title} size={36} isLive />}
      <span className={css.words}>
        <b>{title}</b>
        {hint !== '' && <span>{hint}</span>}
      </span>
    </p>
  );
}
