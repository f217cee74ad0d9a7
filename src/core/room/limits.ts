import { MAX_ADDRESS_CHARS } from '../../player/base/answer-fields.ts';

/** Bounds of all that the room reads and stores, each with its unit. Larger input is refused or truncated, never stored. */
export const ROOM_LIMITS = {
  queryPairs: { value: 64, unit: 'pairs' },
  cookieBytes: { value: 16_384, unit: 'characters' },
  cookies: { value: 128, unit: 'cookies' },
  storedBytes: { value: 65_536, unit: 'characters of one stored value' },
  urlLength: { value: MAX_ADDRESS_CHARS, unit: 'characters' },
  nameLength: { value: 128, unit: 'characters' },
  textLength: { value: 1_024, unit: 'characters' },
  adsRemembered: { value: 50, unit: 'ads' },
  toasts: { value: 4, unit: 'toasts on the screen' },
  listedRooms: { value: 200, unit: 'rooms of the lobby' },
  logLines: { value: 60, unit: 'lines of the player log' },
  mountsWaiting: { value: 50, unit: 'mounts' },
} as const satisfies Record<string, { value: number; unit: string }>;

/** Lines of the socket debug view that are kept. */
export const MAX_SOCKET_LINES = 300;
