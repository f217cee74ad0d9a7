import { useEffect, useState } from 'react';

import { Icon } from '../icons/Icon.tsx';
import { notify } from '../overlays/notice.ts';
import { useRoom, useRoomContext } from '../room-context.ts';
import { useLanguage } from '../text/text.ts';
import css from '../stage/Ribbon.module.css';
import { hasNotices, liveNotice } from './live-notice.ts';

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
    wanted: 'Notice is on',
    set: 'You are told when the show begins. Keep this page open',
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
