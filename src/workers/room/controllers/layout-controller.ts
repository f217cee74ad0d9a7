import { readFit, RESIZE_DEBOUNCE_MS, roomLayout } from '../../../core/room/layout/layout.ts';
import type { LiveInfo } from '../../../core/room/start/live-info.ts';
import { STORED_KEYS } from '../../../core/room/start/stored.ts';
import type { RoomBase } from '../room-base.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** P4: computes the layout from the size of the window, the size of the picture and the kind of room. */
export function createLayoutController(
  { screen, flags, input, platform, storage }: RoomBase,
  deps: { readonly info: () => LiveInfo | null; readonly onLayout: () => void },
) {
  let viewport: Size = input.viewport;
  let picture: Size = { width: 0, height: 0 };
  let hasPicture = false;
  let cancelResize = (): void => undefined;

  function layout(): void {
    const room = deps.info()?.room;
    screen.patch({ layout: roomLayout({ viewport, room, media: picture, isLite: flags.lite, read: (key) => storage.read(key) }) });
    deps.onLayout();
  }

  return {
    layout,
    /** The viewer's choice of the picture's fit, stored for later visits. */
    chooseFit(fit: unknown) {
      storage.write(STORED_KEYS.pictureFit, readFit(fit), null);
      layout();
    },
    /** Theatre mode and hidden chat, stored for later visits. */
    choose(what: 'theatre' | 'chatHidden', on: unknown) {
      storage.write(STORED_KEYS[what], on === true, null);
      layout();
    },
    /** Recomputes the layout after resizing has stopped. */
    onViewport(size: Size) {
      viewport = size;
      cancelResize();
      cancelResize = platform.after(RESIZE_DEBOUNCE_MS, layout);
    },
    onPicture(size: Size) {
      picture = size;
      hasPicture = true;
      layout();
    },
    /** The size in live info, used until a picture reports its own. */
    onAnnouncedPicture(size: Size) {
      if (!hasPicture) picture = size;
    },
  };
}

export type LayoutController = ReturnType<typeof createLayoutController>;
