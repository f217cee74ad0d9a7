import { assertNever } from '../../assert-never.ts';
import { NO_ADDRESSES, type AddressSet } from '../../../player/rules/recovery/candidates.ts';
import type { StreamInfo } from './live-info.ts';
import type { PageFlags } from './page-input.ts';

/** debug=1&kind=…&src=…: plays any stream address. Null without these parameters. */
export function debugAddresses({ debug, kind, src }: Pick<PageFlags, 'debug' | 'kind' | 'src'>): AddressSet | null {
  if (!debug || src === '') return null;
  switch (kind) {
    case '':
      return null;
    case 'h264':
      return { ...NO_ADDRESSES, httpflv: [src] };
    case 'h265':
      return { ...NO_ADDRESSES, h265flv: [src] };
    case 'h265-native':
      return { ...NO_ADDRESSES, nativeh265: [src] };
    case 'webrtc':
      return { ...NO_ADDRESSES, webrtc: [{ url: src, codec: '', providerId: 5 }] };
    default:
      return assertNever(kind);
  }
}

const hasAddress = ({ httpflv, h265flv, nativeh265, webrtc }: AddressSet): boolean =>
  httpflv.length + h265flv.length + nativeh265.length + webrtc.length > 0;

/** Addresses contained in live info; null if they have to be requested. */
export const addressesOfLive = ({ status, addresses }: Pick<StreamInfo, 'status' | 'addresses'>): AddressSet | null =>
  status === 1 && hasAddress(addresses) ? addresses : null;
