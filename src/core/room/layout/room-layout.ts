import { layoutRoom, readFit } from './layout.ts';
import type { RoomInfo } from '../start/live-info.ts';
import { STORED_KEYS, type ReadStored } from '../start/stored.ts';
import type { Layout } from '../view.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Known {
  readonly viewport: Size;
  /** Undefined before live info: the layout is a guess. */
  readonly room: RoomInfo | undefined;
  /** Size of the picture; 0x0 while unknown. */
  readonly media: Size;
  readonly isLite: boolean;
  readonly read: ReadStored;
}

/** P4: the layout of a room for this window, from its live info and the viewer's stored choices. */
export const roomLayout = ({ viewport, room, media, isLite, read }: Known): Layout =>
  layoutRoom({
    viewport,
    isVertical: room !== undefined && (room.isVertical || room.kind === 'vertical'),
    // Copied, because the announced size is a part of the stream's addresses, which the view does not contain.
    media: { width: media.width, height: media.height },
    isLite,
    isAwardRoom: room?.isAwardRoom ?? false,
    isMatchRoom: room?.isMatchRoom ?? false,
    kind: room?.kind ?? 'normal',
    liveLayout: room?.liveLayout ?? 0,
    fit: readFit(read(STORED_KEYS.pictureFit)),
    isTheatre: read(STORED_KEYS.theatre) === true,
    hidesChat: read(STORED_KEYS.chatHidden) === true,
  });
