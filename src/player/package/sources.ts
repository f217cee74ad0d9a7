import { NO_ADDRESSES, type AddressSet } from '../rules/recovery/candidates.ts';

/** Addresses of one live stream, best first. At least one list must contain an address. */
export interface Sources {
  /** HTTP-FLV with H264. */
  readonly h264?: readonly string[];
  /** HTTP-FLV with H265: decoded by the browser if it supports H265, else by this package's decoder. */
  readonly h265?: readonly string[];
  /** WHEP. */
  readonly webrtc?: readonly string[];
  /** Size of the picture in pixels, if known: it decides about H265 before the stream is requested. */
  readonly width?: number;
  readonly height?: number;
}

/** WHEP (kinds/signalling.ts). */
const WHEP = 5;

/** Throws a TypeError for a text that is no http address, and for no address at all. */
export function addressesOf({ h264, h265, webrtc, width = 0, height = 0 }: Sources): AddressSet {
  const flv = listOf('h265', h265);
  const addresses: AddressSet = {
    ...NO_ADDRESSES,
    httpflv: listOf('h264', h264),
    h265flv: flv,
    nativeh265: flv,
    webrtc: listOf('webrtc', webrtc).map((url) => ({ url, codec: '', providerId: WHEP })),
    width,
    height,
  };
  if (addresses.httpflv.length + flv.length + addresses.webrtc.length === 0) throw new TypeError('sources: no address');
  return addresses;
}

function listOf(name: string, urls: readonly string[] = []): readonly string[] {
  for (const url of urls) if (readAddress(url) === null) throw new TypeError(`sources.${name}: not an address: ${url.slice(0, 100)}`);
  return urls;
}

/** Null for a text that is no http address. A path is relative to the page. */
export function readAddress(url: string): URL | null {
  try {
    const address = new URL(url, location.href);
    return /^https?:$/.test(address.protocol) ? address : null;
  } catch {
    return null;
  }
}
