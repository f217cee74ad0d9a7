import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

import { callActivity } from '../../core/frames/activities.ts';
import { BRIDGE_VERSION, type BridgeInfo } from '../../core/frames/bridge.ts';
import { FRAME, RUNTIME } from '../../core/frames/frame.ts';
import { ACTIVITY_KEYS } from '../../core/reports/business-ids.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import { returnFocusToEntry } from '../../ui/page/lost-focus.ts';
import { useModal } from '../../ui/overlays/use-modal.ts';
import { away } from '../../ui/room/away.ts';
import { useRoomContext } from '../../ui/room-context.ts';
import { connectBridge } from './page-bridge.ts';
import css from './panel.module.css';
import type { FramesAction, FramesView, FrameView } from './room.ts';
import type { FramesWords } from './text.ts';

/** In the lobby the room is hidden, except for its picture. */
export const isRoomShown = (): boolean => !document.hidden && !away.is();

interface WindowProps {
  readonly frame: FrameView;
  readonly view: FramesView;
  readonly act: (action: FramesAction) => void;
  readonly words: FramesWords;
  readonly language: string;
}

const titleOf = ({ title, runtime }: FrameView, words: FramesWords): string => {
  const key = ACTIVITY_KEYS.find((known) => known === title);
  return key !== undefined ? words.activities[key] : runtime === RUNTIME.miniApp ? words.miniApp : title || words.page;
};

/** A modal, or a panel beside the picture, with the page, a loading cover, and a failure tip if the page does not load. */
export function FrameWindow(props: WindowProps) {
  const { frame, act, words } = props;
  const title = titleOf(frame, words);
  const close = (): void => act({ type: 'frame', id: frame.id, event: { type: 'close', by: 'viewer' } });
  const side = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const section = side.current;
    return section === null || frame.isHidden ? undefined : () => returnFocusToEntry(section, 'frames');
  }, [frame.isHidden]);
  const inside = (
    <div className={css.inside} tabIndex={-1}>
      <Page key={frame.loads} {...props} title={title} />
      <Cover
        frame={frame}
        words={words}
        onRetry={() => act({ type: 'frame', id: frame.id, loads: frame.loads, event: { type: 'load' } })}
        onClose={close}
      />
    </div>
  );
  if (frame.place.name === 'side')
    return (
      <section
        ref={side}
        className={css.side}
        style={{ zIndex: `calc(var(--layer-popover) + ${props.view.frames.indexOf(frame)})` }}
        aria-label={title}
        hidden={frame.isHidden}
        data-frame={frame.id}
      >
        <header className={css.head}>
          <h2 className={`cut ${css.title}`}>{title}</h2>
          {/* A page that loads, or failed to load, has no state to keep: it can only be closed. */}
          {frame.cover === null && (
            <button
              type="button"
              className="icon-button"
              aria-label={words.hide}
              onClick={() => act({ type: 'frame', id: frame.id, loads: frame.loads, event: { type: 'hide' } })}
            >
              <Icon name="down" size={18} />
            </button>
          )}
          <CloseButton label={words.close} onClose={close} />
        </header>
        {inside}
      </section>
    );
  return (
    <Modal frame={frame} title={title} words={words} onClose={close}>
      {inside}
    </Modal>
  );
}

const CloseButton = ({ label, onClose }: { readonly label: string; readonly onClose: () => void }) => (
  <button type="button" className="icon-button" aria-label={label} onClick={onClose}>
    <Icon name="close" size={18} />
  </button>
);

const KEY_STEP_PX = 24;
const KEYS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-KEY_STEP_PX, 0],
  ArrowRight: [KEY_STEP_PX, 0],
  ArrowUp: [0, -KEY_STEP_PX],
  ArrowDown: [0, KEY_STEP_PX],
};

/** The native <dialog> traps the focus, restores it, and closes on Escape. */
function Modal({
  frame,
  title,
  words,
  onClose,
  children,
}: {
  readonly frame: FrameView;
  readonly title: string;
  readonly words: FramesWords;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const box = useRef<HTMLDialogElement>(null);
  const place = frame.place.name === 'modal' ? frame.place : null;
  // The browser orders modals by the time of showModal(), so a raised one is shown again. Before `useModal`, whose first showModal() is
  // enough.
  useEffect(() => {
    if (frame.raises === 0 || box.current?.open !== true) return;
    box.current.close();
    box.current.showModal();
  }, [frame.raises]);
  useModal(box, { isOpen: !frame.isHidden, closesOutside: place?.closesOutside ?? false, onClose });
  const drag = useDrag(box);
  return (
    <dialog
      ref={box}
      className={css.modal}
      style={{ width: place?.width ?? FRAME.modalWidth, height: place?.height ?? FRAME.modalHeight, translate: `${drag.x}px ${drag.y}px` }}
      aria-label={title}
      data-frame={frame.id}
      data-draggable={place?.isDraggable || undefined}
    >
      <div className={css.window}>
        <header className={css.head} {...(place?.isDraggable === true && drag.pointer)}>
          {place?.isDraggable === true && (
            <button
              type="button"
              className={`icon-button ${css.handle}`}
              aria-label={words.move}
              onKeyDown={(event) => drag.onKeyDown(event)}
            >
              <Icon name="lines" size={16} />
            </button>
          )}
          <h2 className={`cut ${css.title}`}>{title}</h2>
          <CloseButton label={words.close} onClose={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}

/** Drags the window by pointer or arrow keys; the title bar stays on the screen. */
function useDrag(box: React.RefObject<HTMLElement | null>) {
  const [at, setAt] = useState({ x: 0, y: 0 });
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const moveTo = (x: number, y: number): void => {
    const { offsetWidth = 0, offsetHeight = 0 } = box.current ?? {};
    const [limitX, limitY] = [(innerWidth + offsetWidth) / 2 - 80, (innerHeight - offsetHeight) / 2];
    const clamp = (value: number, low: number, high: number): number => Math.max(Math.min(low, 0), Math.min(Math.max(high, 0), value));
    setAt({ x: clamp(x, -limitX, limitX), y: clamp(y, -limitY, (innerHeight + offsetHeight) / 2 - 60) });
  };
  return {
    ...at,
    pointer: {
      onPointerDown(event: PointerEvent) {
        if (event.target instanceof Element && event.target.closest('button') !== null) return;
        from.current = { x: event.clientX - at.x, y: event.clientY - at.y };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove(event: PointerEvent) {
        if (from.current !== null) moveTo(event.clientX - from.current.x, event.clientY - from.current.y);
      },
      onPointerUp: () => void (from.current = null),
      onPointerCancel: () => void (from.current = null),
    },
    onKeyDown: (event: KeyboardEvent): void => {
      const step = KEYS[event.key];
      if (step === undefined) return;
      event.preventDefault();
      moveTo(at.x + step[0], at.y + step[1]);
    },
  };
}

function Page({ frame, view, act, language, title }: WindowProps & { readonly title: string }) {
  const element = useRef<HTMLIFrameElement>(null);
  const { store } = useRoomContext();
  const { id, loads, runtime } = frame;
  const { policy, gameService } = view;
  const info = useEffectEvent((): BridgeInfo => {
    const { room, me } = store.get();
    return { version: BRIDGE_VERSION, runtime, roomId: room.roomId, starId: room.starId, userId: me.userId, language };
  });
  const send = useEffectEvent(act);
  useEffect(() => {
    if (element.current === null) return undefined;
    return connectBridge(element.current, {
      policy,
      gameService,
      info: () => info(),
      onReady: () => send({ type: 'frame', id, loads, event: { type: 'ready' } }),
      onClose: () => send({ type: 'frame', id, event: { type: 'close', by: runtime === RUNTIME.miniApp ? 'mini-app' : 'code' } }),
      onHide: () => send({ type: 'frame', id, loads, event: { type: 'hide' } }),
      onEscape: () => send({ type: 'frame', id, event: { type: 'close', by: 'viewer' } }),
      onLogin: () => send({ type: 'login' }),
      onToast: (text) => send({ type: 'toast', text }),
      onOpen(key) {
        const by = { mode: 'passive', opener: runtime === RUNTIME.miniApp ? 'mini-app' : 'room' } as const;
        send({ type: 'activity', key, ...by });
        // The same rule as in the room worker, so that the page gets the result of its call immediately.
        return callActivity(key, '', by, policy);
      },
      onRefused: (why, origin) => send({ type: 'message-refused', why, origin }),
    });
  }, [id, loads, runtime, policy, gameService]);
  useEffect(() => {
    // The panel sends changes only, and a page can be opened while the room is hidden.
    if (!isRoomShown()) send({ type: 'everyone', event: { type: 'background' } });
  }, []);
  return (
    <iframe
      ref={element}
      className={css.page}
      src={frame.url}
      title={title}
      sandbox={frame.permissions.sandbox}
      allow={frame.permissions.allow}
      referrerPolicy={frame.permissions.referrerPolicy}
      hidden={frame.cover === 'failed'}
      onLoad={() => act({ type: 'frame', id, loads, event: { type: 'loaded' } })}
    />
  );
}

function Cover({
  frame,
  words,
  onRetry,
  onClose,
}: {
  readonly frame: FrameView;
  readonly words: FramesWords;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}) {
  if (frame.cover === null) return null;
  if (frame.cover === 'loading') return <Loading key={frame.loads} text={words.loading} />;
  return (
    <div className={css.cover} role="alert">
      <Icon name="alert" size={28} />
      <p>{words.failed}</p>
      <button type="button" className={`main-action ${css.retry}`} onClick={onRetry}>
        {words.retry}
      </button>
      {/* S30: a panel beside the picture has its own close button above the tip. */}
      {frame.place.name === 'modal' && (
        <button type="button" className={css.link} onClick={onClose}>
          {words.closePage}
        </button>
      )}
    </div>
  );
}

/** Hides after 10 s, regardless of the page. */
function Loading({ text }: { readonly text: string }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), FRAME.overlayMs);
    return () => clearTimeout(timer);
  }, []);
  if (isOver) return null;
  return (
    <div className={css.cover} role="status">
      <span className={css.spinner} />
      <p>{text}</p>
    </div>
  );
}
