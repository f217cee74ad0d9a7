import { type ReactNode, useEffect, useRef } from 'react';

import { BASE_PATH } from '../../core/room/start/route.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import { Lobby } from '../lobby/Lobby.tsx';
import { useRoom } from '../room-context.ts';
import { useLanguage } from '../text/text.ts';
import { away } from './away.ts';
import css from './MiniPlayer.module.css';

/** Loaded with this part. */
const WORDS = {
  'zh-CN': { back: (star: string) => `返回直播间：${star}`, close: '关闭小窗并停止播放', player: '小窗播放' },
  en: { back: (star: string) => `Back to the room: ${star}`, close: 'Close and stop playing', player: 'Mini player' },
} as const;

/** The lobby, with buttons to return to the room and to stop it over the small picture. */
export default function MiniPlayer(): ReactNode {
  const { starName } = useRoom('room');
  const words = WORDS[useLanguage()];
  const lobby = useRef<HTMLDivElement>(null);
  useEffect(() => lobby.current?.focus(), []);
  return (
    <>
      <div ref={lobby} className={css.lobby} tabIndex={-1}>
        <Lobby scenarios={[]} />
      </div>
      <section className={css.mini} aria-label={words.player} data-ground="dark" data-mini-player="">
        <button type="button" className={css.back} aria-label={words.back(starName)} title={words.back(starName)} onClick={away.back}>
          <span className={`cut ${css.star}`}>{starName}</span>
        </button>
        <button type="button" className={css.close} aria-label={words.close} title={words.close} onClick={() => location.assign(BASE_PATH)}>
          <Icon name="close" size={18} />
        </button>
      </section>
    </>
  );
}
