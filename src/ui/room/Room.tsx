import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { PAGE_FRAME } from '../../core/room/layout/layout.ts';
import type { RoomView } from '../../core/room/view.ts';
import { FeatureSlot, StageRegions } from '../features/Slots.tsx';
import { FirstIcon } from '../../design/icons/FirstIcon.tsx';
import { useRoom, useRoomContext } from '../room-context.ts';
import { latePart } from '../overlays/FeatureBoundary.tsx';
import { Stage } from '../stage/Stage.tsx';
import { useText } from '../text/text.ts';
import { away } from './away.ts';
import { Header } from './Header.tsx';
import css from './Room.module.css';
import { StarBar } from './StarBar.tsx';

/** Not needed for the first picture. */
const Chat = latePart('chat', async () => import('../chat/Chat.tsx'));
const BottomPanel = latePart('bottom-panel', async () => import('./BottomPanel.tsx'));
const MiniPlayer = latePart('mini-player', async () => import('./MiniPlayer.tsx'));
const Notices = latePart('notices', async () => import('../overlays/Notices.tsx'));

const px = (n: number): string => `${n}px`;

/**
 * The page of a room. Sizes are from `layout` and from the table of the layout rules. Notices are outside of the part that is hidden while
 * the viewer is in the lobby.
 */
export function Room() {
  const layout = useRoom('layout');
  const room = useRoom('room');
  const text = useText();
  const chat = useRef<HTMLElement>(null);
  const showChat = useRef<HTMLButtonElement>(null);
  const goToChat = useGoToChat(chat, showChat);
  const isAway = useSyncExternalStore(away.subscribe, away.is);
  useFocusOfRoom(isAway);
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
  const mini = isAway ? miniSizes(layout) : {};

  return (
    <>
      <div
        className={css.page}
        style={{ ...sizes, ...mini }}
        inert={isAway}
        data-orientation={layout.orientation}
        data-compact={layout.compact || undefined}
        data-low={layout.low || undefined}
        data-no-chat={!layout.chat || undefined}
        data-kind={room.kind}
        data-mini={isAway || undefined}
        data-ground={layout.compact && isVertical ? 'dark' : undefined}
        lang={text.lang}
      >
        <button type="button" className={css.skip} onClick={goToChat}>
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
          <BottomPanel />
          <Chat ref={chat} />
        </main>
        {!layout.chat && (
          <button ref={showChat} type="button" className={css.showChat} aria-label={text.chat} aria-expanded={false} onClick={goToChat}>
            <FirstIcon name="chat" />
          </button>
        )}
        <FeatureSlot slot="dialog" />
        <DialogHost />
      </div>
      <div data-compact={layout.compact || undefined} lang={text.lang}>
        <Notices />
      </div>
      {isAway && (
        <div style={mini}>
          <MiniPlayer onBroken={away.back} />
        </div>
      )}
    </>
  );
}

/**
 * Moves the focus into the chat. A hidden chat is shown first; the button that shows it is then removed with its focus. The button gets the
 * focus of a chat that is hidden.
 */
function useGoToChat(chat: RefObject<HTMLElement | null>, button: RefObject<HTMLElement | null>): () => void {
  const { act } = useRoomContext();
  const { chat: isShown } = useRoom('layout');
  const isWanted = useRef(false);
  // A layout effect, because the browser takes the focus when it draws.
  useLayoutEffect(() => {
    if (!isShown && document.activeElement?.getClientRects().length === 0) button.current?.focus();
  }, [button, isShown]);
  useEffect(() => {
    if (!isShown || !isWanted.current) return;
    isWanted.current = false;
    chat.current?.focus();
  }, [chat, isShown]);
  return () => {
    if (isShown) return chat.current?.focus();
    isWanted.current = true;
    return act({ type: 'show-chat', on: true });
  };
}

/** The room loses the focus while it is inert: the element that had it gets it back with the room. */
function useFocusOfRoom(isAway: boolean): void {
  const before = useRef<Element | null>(null);
  // A layout effect, because the browser takes the focus when it draws the inert room.
  useLayoutEffect(() => {
    if (isAway) before.current = document.activeElement;
  }, [isAway]);
  useEffect(() => {
    if (!isAway && before.current instanceof HTMLElement) before.current.focus();
  }, [isAway]);
}

/** Size limits of the room's picture in the lobby, in CSS pixels; the picture keeps its aspect ratio. */
const MINI_BOX = { width: 320, height: 240 } as const;
const MINI_BOX_OF_A_PHONE = { width: 190, height: 220 } as const;

function miniSizes({ stage, compact, low }: RoomView['layout']): Readonly<Record<string, string | number>> {
  const box = compact || low ? MINI_BOX_OF_A_PHONE : MINI_BOX;
  const scale = Math.min(box.width / stage.width, box.height / stage.height);
  return { '--mini-w': px(stage.width * scale), '--mini-h': px(stage.height * scale), '--mini-scale': scale };
}

const RoomDialog = latePart('dialog', async () => import('../overlays/RoomDialog.tsx'));

/** One dialog at a time; the next one opens when the first is closed, or if the first cannot be shown. */
function DialogHost() {
  const [dialog] = useRoom('dialogs');
  const { act } = useRoomContext();
  if (dialog === undefined) return null;
  return <RoomDialog key={dialog.type} dialog={dialog} onBroken={() => act({ type: 'close-dialog', dialog: dialog.type })} />;
}
