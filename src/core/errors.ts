import {
  type ErrorCode as PlayerErrorCode,
  type Retry,
  err as errOf,
  type Failure as FailureOf,
  type Result as ResultOf,
} from '../player/base/errors.ts';

/**
 * Failures of the room; those of the player are in src/player/base/errors.ts. A code is never renamed and never reused. The tables are not
 * joined into one value, because the page would load the titles of both.
 */
export const ROOM_ERRORS = {
  // wire: bytes of the socket (S3)
  WIRE_TOO_SHORT: { area: 'wire', retry: 'never', title: 'A socket frame ended before its header' },
  WIRE_TOO_LONG: { area: 'wire', retry: 'never', title: 'A socket frame is larger than allowed' },
  WIRE_BAD_MARKER: { area: 'wire', retry: 'never', title: 'A socket frame does not start with the marker' },
  WIRE_BAD_CHECKSUM: { area: 'wire', retry: 'never', title: 'A socket frame does not match its checksum' },
  WIRE_BAD_ENVELOPE: { area: 'wire', retry: 'never', title: 'A message envelope cannot be read' },
  WIRE_INFLATED_TOO_LONG: { area: 'wire', retry: 'never', title: 'A message inflates to more than allowed' },
  WIRE_BAD_COMPRESSION: { area: 'wire', retry: 'never', title: 'A compressed message cannot be inflated' },
  WIRE_BAD_PROTOBUF: { area: 'wire', retry: 'never', title: 'A protobuf message cannot be decoded' },
  WIRE_BAD_JSON: { area: 'wire', retry: 'never', title: 'A message is not valid JSON' },
  WIRE_BAD_FIELDS: { area: 'wire', retry: 'never', title: 'A message has fields of the wrong type' },
  WIRE_UNKNOWN_MESSAGE: { area: 'wire', retry: 'never', title: 'A message id is not known' },
  // socket (S1, S2, S6, S8)
  SOCKET_ADDRESS_FAILED: { area: 'socket', retry: 'backoff', title: 'The chat address could not be fetched' },
  SOCKET_ADDRESS_REFUSED: { area: 'socket', retry: 'never', title: 'The chat address service refused' },
  SOCKET_DANGEROUS: { area: 'socket', retry: 'never', title: 'A slider check is needed before chatting' },
  SOCKET_TIMEOUT: { area: 'socket', retry: 'backoff', title: 'The chat connection timed out' },
  SOCKET_LOST: { area: 'socket', retry: 'backoff', title: 'The chat connection was lost' },
  SOCKET_SILENT: { area: 'socket', retry: 'backoff', title: 'The chat server stopped answering' },
  SOCKET_LOGIN_REFUSED: { area: 'socket', retry: 'never', title: 'The chat login was refused' },
  SOCKET_EXHAUSTED: { area: 'socket', retry: 'backoff', title: 'The chat connection could not be made' },
  CHAT_QUEUE_FULL: { area: 'socket', retry: 'never', title: 'Too many messages wait to be sent' },
  // http
  CLIENT_VERSION_REFUSED: { area: 'http', retry: 'never', title: 'The service named no client to download' },
  LIVE_INFO_REFUSED: { area: 'room', retry: 'never', title: 'The live info was refused' },
  // page input
  PARAMETER_BAD: { area: 'page', retry: 'never', title: 'A URL parameter has a bad value' },
  COOKIE_BAD: { area: 'page', retry: 'never', title: 'cookie格式不正确' },
  LOGIN_BAD_USER_ID: { area: 'page', retry: 'never', title: 'A user id is not a positive whole number' },
  LOGIN_NO_TOKEN: { area: 'page', retry: 'never', title: 'A login has no token' },
  LOGIN_LONG_TOKEN: { area: 'page', retry: 'never', title: 'A login token is longer than a cookie may be' },
  STORAGE_UNAVAILABLE: { area: 'page', retry: 'never', title: 'Stored values cannot be read or written' },
  STORAGE_BAD_VALUE: { area: 'page', retry: 'never', title: 'A stored value has an unexpected form' },
  CAPTURE_DENIED: { area: 'page', retry: 'never', title: 'Camera or microphone may not be used' },
  CAPTURE_MISSING: { area: 'page', retry: 'never', title: 'There is no camera or microphone' },
  CAPTURE_BUSY: { area: 'page', retry: 'never', title: 'Camera or microphone is used elsewhere' },
  CAPTURE_UNSUPPORTED: { area: 'page', retry: 'never', title: 'The browser has no camera access here' },
  CAPTURE_FAILED: { area: 'page', retry: 'never', title: 'Camera or microphone could not be opened' },
  CAPTURE_ENDED: { area: 'page', retry: 'never', title: 'Camera or microphone went away' },
  PUBLISH_REFUSED: { area: 'page', retry: 'never', title: 'The server did not accept the broadcast' },
  PUBLISH_LOST: { area: 'page', retry: 'backoff', title: 'The broadcast lost its connection' },
  PUBLISH_UNSUPPORTED: { area: 'page', retry: 'never', title: 'The browser cannot send a broadcast' },
  MODULE_LATE: { area: 'page', retry: 'backoff', title: 'A part of the room is slow to load' },
  PART_FAILED: { area: 'page', retry: 'backoff', title: 'A part of the room threw and is started again' },
  FEATURE_REFUSED: { area: 'room', retry: 'never', title: 'A feature of the room refused a request' },
  FEATURE_OFF: { area: 'page', retry: 'never', title: 'A feature of the room was switched off after it failed' },
  // cache: gift, mount and emoji resources (P12)
  CACHE_OPEN_TIMEOUT: { area: 'cache', retry: 'never', title: 'indexedDB 加载超时' },
  CACHE_UNAVAILABLE: { area: 'cache', retry: 'never', title: 'Resources cannot be stored in this browser' },
  RESOURCE_BAD_HASH: { area: 'cache', retry: 'backoff', title: 'A resource is not what its hash says' },
  FRAME_REFUSED: { area: 'page', retry: 'never', title: 'An embedded page may not be opened here' },
  ANALYTICS_EVID_MISSING: { area: 'page', retry: 'never', title: '请输入evid（事件ID）！' },
  ANALYTICS_BAD_EVENT: { area: 'page', retry: 'never', title: 'An analytics event has a bad value' },
  // mock
  RECORDING_BAD: { area: 'mock', retry: 'never', title: 'A recording cannot be read' },
} as const satisfies Record<string, { area: string; retry: Retry; title: string }>;

/** All failures that the product can name. */
export type ErrorCode = PlayerErrorCode | keyof typeof ROOM_ERRORS;
export type Failure = FailureOf<ErrorCode>;
export type Result<T = void> = ResultOf<T, ErrorCode>;
export const err = errOf<ErrorCode>;
export { done, ok } from '../player/base/errors.ts';
