import { useEffect, useState, useSyncExternalStore } from 'react';

import type { ChatBatch } from '../../core/room/view.ts';
import { away } from '../room/away.ts';
import { useRoom, useRoomContext } from '../room-context.ts';
import { useText } from '../text/text.ts';

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
