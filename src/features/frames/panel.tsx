import { Icon, type IconName } from '../../design/icons/Icon.tsx';
import { useEffect, useEffectEvent } from 'react';

import { ACTIVITY_KEYS } from '../../core/reports/business-ids.ts';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Modal } from '../../ui/overlays/Modal.tsx';
import { notify } from '../../ui/overlays/notice.ts';
import { away } from '../../ui/room/away.ts';
import { FrameWindow, isRoomShown } from './page-window.tsx';
import css from './panel.module.css';
import type { FramesAction, FramesView } from './room.ts';
import type { FramesWords } from './text.ts';

/** What each activity is about, so that thirteen names are not read one by one. */
const ICONS = {
  sunshineFarm: 'sun',
  sunshineFarmV2: 'sun',
  MysteriousGiftBag: 'gift',
  FlippedShooter: 'gamepad',
  TowerDefense: 'shield',
  shake: 'phone',
  HappyNewYear: 'activities',
  NewXunBaoGame: 'search',
  Archeological: 'pick',
  GiftBagCome: 'redPacket',
  WarPeak: 'challenge',
} as const satisfies Record<(typeof ACTIVITY_KEYS)[number], IconName>;

function Tile({ icon, label, onClick }: { readonly icon: IconName; readonly label: string; readonly onClick: () => void }) {
  return (
    <li>
      <button type="button" className={css.item} onClick={onClick}>
        <span className={css.itemIcon}>
          <Icon name={icon} size={24} />
        </span>
        {label}
      </button>
    </li>
  );
}

export default function FramesPanel({ view, act, words, language }: PanelProps<FramesView, FramesAction, FramesWords>) {
  const onVisibility = useEffectEvent(() => act({ type: 'everyone', event: { type: isRoomShown() ? 'foreground' : 'background' } }));
  useEffect(() => {
    const changed = (): void => onVisibility();
    document.addEventListener('visibilitychange', changed);
    const unsubscribe = away.subscribe(changed);
    return () => {
      document.removeEventListener('visibilitychange', changed);
      unsubscribe();
    };
  }, []);
  const onRefused = useEffectEvent(() => {
    notify(words.refused, 'bad');
    act({ type: 'refusal-shown' });
  });
  useEffect(() => {
    if (view.refused > 0) onRefused();
  }, [view.refused]);
  return (
    <>
      {view.isMenuOpen && (
        <Modal title={words.menu} onClose={() => act({ type: 'close-menu' })}>
          <ul className={css.menu}>
            {ACTIVITY_KEYS.map((key) => (
              <Tile key={key} icon={ICONS[key]} label={words.activities[key]} onClick={() => act({ type: 'activity', key })} />
            ))}
            <Tile icon="apps" label={words.miniApp} onClick={() => act({ type: 'mini-app', appId: 'lobby' })} />
            <Tile icon="medal" label={words.club} onClick={() => act({ type: 'club' })} />
          </ul>
        </Modal>
      )}
      {inPlace(view.frames).map((frame) => (
        <FrameWindow key={frame.id} frame={frame} view={view} act={act} words={words} language={language} />
      ))}
    </>
  );
}

/** In the order of their opening, because an <iframe> that moves in the document loads its page again. `z-index` orders the layers. */
const inPlace = (frames: FramesView['frames']): FramesView['frames'] =>
  frames.toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
