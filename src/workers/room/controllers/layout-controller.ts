import { readFit, RESIZE_DEBOUNCE_MS } from '../../../core/room/layout/layout.ts';
import type { LiveInfo } from '../../../core/room/start/live-info.ts';
import { roomLayout } from '../../../core/room/layout/room-layout.ts';
import { STORED_KEYS } from '../../../core/room/start/stored.ts';
import type { RoomBase } from '../room-base.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** P4: computes the layout from the size of the window, the size of the picture and the kind of room. */
export interface LayoutController {
  readonly layout: () => void;
  /** The viewer's choice of the picture's fit, stored for later visits. */
  readonly chooseFit: (fit: unknown) => void;
  /** Theatre mode and hidden chat, stored for later visits. */
  readonly choose: (what: 'theatre' | 'chatHidden', on: unknown) => void;
  /** Recomputes the layout after resizing has stopped. */
  readonly onViewport: (size: Size) => void;
  readonly onPicture: (size: Size) => void;
  /** The size in live info, used until a picture reports its own. */
  readonly onAnnouncedPicture: (size: Size) => void;
}

export function createLayoutController(
  { screen, flags, input, platform, storage }: RoomBase,
  deps: { readonly info: () => LiveInfo | null; readonly onLayout: () => void },
): LayoutController {
  let viewport: Size = input.viewport;
  let picture: Size = { width: 0, height: 0 };
  let hasPicture = false;
  let cancelResize = (): void => undefined;

  function layout(): void {
    const room = deps.info()?.room;
    screen.patch({ layout: roomLayout({ viewport, room, media: picture, isLite: flags.lite, read: storage.read }) });
    deps.onLayout();
  }

  return {
    layout,
    chooseFit(fit) {
      storage.write(STORED_KEYS.pictureFit, readFit(fit), null);
      layout();
    },
    choose(what, on) {
      storage.write(STORED_KEYS[what], on === true, null);
      layout();
    },
    onViewport(size) {
      viewport = size;
      cancelResize();
      cancelResize = platform.after(RESIZE_DEBOUNCE_MS, layout);
    },
    onPicture(size) {
      picture = size;
      hasPicture = true;
      layout();
    },
    onAnnouncedPicture(size) {
      if (!hasPicture) picture = size;
    },
  };
}
