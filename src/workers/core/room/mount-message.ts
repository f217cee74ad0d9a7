import { asShown } from '../socket/cleaning.ts';
import type { Mount } from './mounts.ts';

/** A longer `ext` is not read: the viewer comes in on foot. */
const MAX_EXT_LENGTH = 16_384;
const MAX_NAME_LENGTH = 40;
const PICTURE = /^(?:https?:\/\/|\/(?!\/))[^\s"'<>\\]{1,2000}$/;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The mount on which somebody comes in (document 1, section 3): from `ext` (URL-encoded JSON) or from its protobuf twin; null without one. */
export function readMount(body: { readonly nickname?: unknown; readonly ext?: unknown; readonly userExt?: unknown }): Mount | null {
  const extension = readExt(body.ext) ?? body.userExt;
  const mount = isFields(extension) ? extension['usingMount'] : undefined;
  if (!isFields(mount)) return null;
  const { nickname } = body;
  const name = mount['n'];
  // `s` is missing in the protobuf twin: a mount that is sent is in use.
  const status = mount['s'] ?? 1;
  const id = mount['id'];
  const src = [mount['bi'], mount['swf']].find((address): address is string => typeof address === 'string' && PICTURE.test(address));
  if (typeof nickname !== 'string' || nickname === '' || typeof name !== 'string' || name === '' || status !== 1) return null;
  return {
    status,
    src: src ?? '',
    id: typeof id === 'number' && Number.isSafeInteger(id) ? id : 0,
    name: asShown(name).slice(0, MAX_NAME_LENGTH),
    isVideo: mount['v'] === true || mount['v'] === 1,
    nickname: asShown(nickname),
  };
}

function readExt(ext: unknown): Fields | null {
  if (typeof ext !== 'string' || ext === '' || ext.length > MAX_EXT_LENGTH) return null;
  try {
    const parsed: unknown = JSON.parse(ext.startsWith('{') ? ext : decodeURIComponent(ext));
    return isFields(parsed) ? parsed : null;
  } catch {
    return null;
  }
}
