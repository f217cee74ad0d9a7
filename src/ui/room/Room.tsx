import { type CSSProperties, useRef } from 'react';

import { PAGE_FRAME } from '../../workers/core/room/page-frame.ts';
import { Chat } from '../chat/Chat.tsx';
import { useRoom } from '../hands.ts';
import { DialogHost } from '../overlays/DialogHost.tsx';
import { PartNotices } from '../overlays/PartNotices.tsx';
import { Toasts } from '../overlays/Toasts.tsx';
import { Stage } from '../stage/Stage.tsx';
import { useText } from '../text/text.ts';
import { BottomPanel } from './BottomPanel.tsx';
import { Header } from './Header.tsx';
import css from './Room.module.css';
import { StarBar } from './StarBar.tsx';

const px = (n: number): string => `${n}px`;

/** The whole page of a room. Sizes come from `layout` and from the table that the layout rules use. */
export function Room() {
  const layout = useRoom('layout');
  const room = useRoom('room');
  const text = useText();
  const chat = useRef<HTMLElement>(null);
  const isVertical = layout.orientation === 'vertical';
  const sizes = {
    '--stage-w': px(layout.stage.width),
    '--stage-h': px(layout.stage.height),
    '--header-h': px(layout.compact ? PAGE_FRAME.compactHeaderHeight : PAGE_FRAME.headerHeight),
    '--star-h': px(PAGE_FRAME.starBarHeight),
    '--bottom-h': px(PAGE_FRAME.bottomPanelHeight),
    '--side-w': px(isVertical ? PAGE_FRAME.verticalSideWidth : PAGE_FRAME.chatWidth),
    '--pad': px(PAGE_FRAME.padding),
    '--gap': px(PAGE_FRAME.gap),
  } as CSSProperties;

  return (
    <div
      className={css.page}
      style={sizes}
      data-orientation={layout.orientation}
      data-compact={layout.compact || undefined}
      data-kind={room.kind}
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
        <BottomPanel />
        <Chat ref={chat} />
      </main>
      <PartNotices />
      <Toasts />
      <DialogHost />
    </div>
  );
}
