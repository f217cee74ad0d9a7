/** The errors of this package: what each code means and what to do. API.md has the same table. */
import { STREAM_ERRORS } from '../base/errors.ts';
import type { PullFailureName } from '../rules/names.ts';

/** Codes of the event `error`. Sharing between viewers is not in this package. */
export type PlayerErrorCode = Exclude<PullFailureName, 'P2P_ERROR'>;
/** Code of a `src` of `<footlight-player>`, or of `inspectStream`, that is no http address. */
export type AddressErrorCode = 'STREAM_ADDRESS_BAD';
/** Codes of `inspectStream`. */
export type InspectErrorCode =
  | AddressErrorCode
  | 'STREAM_MIXED_CONTENT'
  | 'STREAM_UNREACHABLE'
  | 'STREAM_CORS'
  | 'STREAM_SILENT'
  | 'STREAM_ABORTED'
  | 'STREAM_ENDED'
  | 'HTTP_STATUS'
  | 'FLV_BAD_HEADER'
  | 'FLV_BAD_TAG';

export interface CatalogueRow {
  readonly title: string;
  readonly advice: string;
}

const ADVICE: Readonly<Record<PlayerErrorCode | InspectErrorCode, string>> = {
  JS_LOAD_ERROR: 'Serve the folder lib/ as it is, with the MIME type of JavaScript and of WebAssembly.',
  PLAYER_ERROR: 'Read `detail`: the decoder or the media element failed. The player tries another kind or address by itself.',
  NO_SUPPORT: 'Offer the stream as H264 as well, or isolate the page, or set `unsharedPixels`; `unsupported` has the reason.',
  ACK_NETWORK_FAIL: 'Check the server and CORS with `inspectStream`. The player tries again by itself.',
  ACK_FAIL: 'The server refused, or the response is not FLV. Request a new signature in `refresh`.',
  TIMEOUT: 'The server accepted the request and sent no picture in time. Check that a publisher is connected.',
  STREAM_ADDR_ERROR: '`refresh` returned null or rejected.',
  STREAM_ADDRESS_BAD: 'Use an address that begins with http:// or https://, or a path.',
  STREAM_MIXED_CONTENT: 'Serve the stream from https.',
  STREAM_UNREACHABLE:
    'Check the host, the port and the certificate. On a page with COEP `require-corp` missing CORS headers look the same.',
  STREAM_CORS: 'Add `Access-Control-Allow-Origin` to the response, errors included.',
  STREAM_SILENT: 'Check that a publisher is connected, and that no proxy buffers the response.',
  STREAM_ABORTED: 'Nothing: the `signal` of the caller was aborted.',
  STREAM_ENDED: 'The response ended before a picture. Check that a publisher is connected.',
  HTTP_STATUS: 'Check path and signature: `error.status` has the status.',
  FLV_BAD_HEADER: 'Use the HTTP-FLV address of the stream: HLS, MP4, MPEG-TS and pages do not play; `detail` names what was found.',
  FLV_BAD_TAG: 'The bytes begin as FLV and hold neither picture nor sound.',
};

export const PLAYER_ERRORS: Readonly<Record<PlayerErrorCode | InspectErrorCode, CatalogueRow>> = Object.fromEntries(
  (Object.keys(ADVICE) as (keyof typeof ADVICE)[]).map((code) => [code, { title: STREAM_ERRORS[code].title, advice: ADVICE[code] }]),
) as Record<keyof typeof ADVICE, CatalogueRow>;
