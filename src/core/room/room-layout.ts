import { layoutRoom, readFit } from './layout.ts';
import type { RoomInfo } from './live-info.ts';
import { STORED_KEYS, type ReadStored } from './stored.ts';
import type { Layout } from './view.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Known {
  readonly viewport: Size;
  /** Undefined before the live info: the layout is a guess. */
  readonly room: RoomInfo | undefined;
  /** Size of the picture; 0x0 while it is unknown. */
  readonly media: Size;
  readonly isLite: boolean;
  readonly read: ReadStored;
}

/** P4: the layout of a room for this window, by what its live info says and what the viewer chose in earlier visits. */
export const roomLayout = ({ viewport, room, media, isLite, read }: Known): Layout =>
  layoutRoom({
    viewport,
    isVertical: room !== undefined && (room.isVertical || room.kind === 'vertical'),
    media,
    isLite,
    isAwardRoom: room?.isAwardRoom ?? false,
    isMatchRoom: room?.isMatchRoom ?? false,
    kind: room?.kind ?? 'normal',
    liveLayout: room?.liveLayout ?? 0,
    fit: readFit(read(STORED_KEYS.pictureFit)),
    isTheatre: read(STORED_KEYS.theatre) === true,
    hidesChat: read(STORED_KEYS.chatHidden) === true,
  });
