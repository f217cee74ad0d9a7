import { type CSSProperties, lazy, useRef } from 'react';

import { PAGE_FRAME } from '../../core/room/page-frame.ts';
import { FeatureSlot, StageRegions } from '../features/Slots.tsx';
import { Icon } from '../icons/Icon.tsx';
import { useRoom, useRoomContext } from '../room-context.ts';
import { DialogHost } from '../overlays/DialogHost.tsx';
import { FeatureBoundary } from '../overlays/FeatureBoundary.tsx';
import { Stage } from '../stage/Stage.tsx';
import { useText } from '../text/text.ts';
import { Header } from './Header.tsx';
import css from './Room.module.css';
import { StarBar } from './StarBar.tsx';

/** Not needed for the first picture. */
const Chat = lazy(async () => import('../chat/Chat.tsx'));
const BottomPanel = lazy(async () => import('./BottomPanel.tsx'));
const Notices = lazy(async () => import('../overlays/Notices.tsx'));

const px = (n: number): string => `${n}px`;

/** The whole page of a room. Sizes come from `layout` and from the table that the layout rules use. */
export function Room() {
  const layout = useRoom('layout');
  const room = useRoom('room');
  const text = useText();
  const chat = useRef<HTMLElement>(null);
  const { act } = useRoomContext();
  const showChat = (): void => act({ do: 'show-chat', on: true });
  const isVertical = layout.orientation === 'vertical';
  const sizes = {
    '--stage-w': px(layout.stage.width),
    '--stage-h': px(layout.stage.height),
    '--header-h': px(layout.low ? PAGE_FRAME.lowHeaderHeight : layout.compact ? PAGE_FRAME.compactHeaderHeight : PAGE_FRAME.headerHeight),
    '--star-h': px(PAGE_FRAME.starBarHeight),
    '--bottom-h': px(PAGE_FRAME.bottomPanelHeight),
    '--side-w': px(layout.side),
    '--pad': px(PAGE_FRAME.padding),
    '--gap': px(PAGE_FRAME.gap),
  } as CSSProperties;

  return (
    <div
      className={css.page}
      style={sizes}
      data-orientation={layout.orientation}
      data-compact={layout.compact || undefined}
      data-low={layout.low || undefined}
      data-no-chat={!layout.chat || undefined}
      data-kind={room.kind}
      data-ground={layout.compact && isVertical ? 'dark' : undefined}
      lang={text.lang}
    >
      <button type="button" className={css.skip} onClick={() => chat.current?.focus()}>
        {text.skipToChat}
      </button>
      {room.coverUrl !== '' && isVertical && (
        <div className={css.ambient} aria-hidden="true">
          <img src={room.coverUrl} alt="" />
        </div>
      )}
      <Header />
      <main className={css.columns} aria-label={room.starName === '' ? text.brand : text.roomLabel(room.starName)}>
        <StarBar />
        <Stage />
        <StageRegions host="page" />
        <FeatureBoundary name="bottom-panel">
          <BottomPanel />
        </FeatureBoundary>
        <FeatureBoundary name="chat">
          <Chat ref={chat} />
        </FeatureBoundary>
      </main>
      {!layout.chat && (
        <button type="button" className={css.showChat} aria-label={text.chat} aria-expanded={false} onClick={showChat}>
          <Icon name="chat" />
        </button>
      )}
      <FeatureBoundary name="notices">
        <Notices />
      </FeatureBoundary>
      <FeatureSlot slot="dialog" />
      <DialogHost />
    </div>
  );
}
