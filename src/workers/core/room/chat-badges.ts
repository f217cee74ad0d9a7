import { asShown } from '../socket/cleaning.ts';
import type { Badge } from './view.ts';

/** A longer `ext` is not read: it loses its badges, never the message. */
export const MAX_EXT_CHARS = 16_384;
/** Badges beside one name; the page draws fewer. */
export const MAX_BADGES = 12;
const MAX_BADGE_CHARS = 16;
const MAX_URL_CHARS = 512;
/** Levels are one or two digits; a hostile one must not fill a row. */
const MAX_LEVEL = 999;

/**
 * What stands beside a nickname, from `ext` (URL-encoded JSON, document 2, section 3) or from the same data as protobuf (`userExt`), which has
 * the names of its lists flattened. Each part is looked at by itself: a bad one loses itself.
 */
export function readBadges(
  ext: unknown,
  userExt: unknown,
  fanTags: unknown,
): { readonly badges: readonly Badge[]; readonly isBad: boolean } {
  const parsed = typeof ext === 'string' && ext !== '' ? parseExt(ext) : null;
  const source = parsed ?? userExt;
  const badges = record(source) ? [...fans(fanTags), ...badgesOf(source)] : fans(fanTags);
  return { badges: badges.slice(0, MAX_BADGES), isBad: parsed === null && typeof ext === 'string' && ext !== '' };
}

function parseExt(ext: string): Readonly<Record<string, unknown>> | null {
  if (ext.length > MAX_EXT_CHARS) return null;
  try {
    // What is not encoded is read too: some senders encode once, some not at all.
    const parsed: unknown = JSON.parse(ext.trimStart().startsWith('{') ? asShown(ext) : decodeURIComponent(ext));
    return record(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function badgesOf(ext: Readonly<Record<string, unknown>>): Badge[] {
  const part = (name: string): Readonly<Record<string, unknown>> => {
    const value = ext[name];
    return record(value) ? value : {};
  };
  const vip = part('vipData');
  const guard = part('userGuard');
  const plate = part('plate');
  const mount = part('usingMount');
  const starCard = part('starCard');
  const lucky = part('luckyLabel');
  const state = part('userStateVo');
  const fancy = part('fancyNumInfo');
  const medals = list(part('usingMedal')['medalList'] ?? ext['medalList']);
  const honors = list(part('honorMedal')['honorList'] ?? ext['honorList']);
  return [
    ...badge('guard', guard['name'], guard['level'], guard['iconUrl']),
    ...badge('vip', '', vip['weekVipLevel'] ?? vip['c'], ''),
    ...badge('plate', plate['name'], plate['level'], plate['iconUrl']),
    ...medals.flatMap((medal) => badge('medal', medal['name'], medal['level'], medal['iconUrl'])),
    ...honors.flatMap((honor) => badge('honor', honor['name'], honor['level'], honor['iconUrl'])),
    ...badge('star-card', starCard['name'], starCard['level'], starCard['iconUrl']),
    ...badge('mount', mount['n'], 0, mount['bi']),
    ...badge('lucky', lucky['name'], 0, lucky['iconUrl']),
    ...badge('state', state['content'], 0, state['icon']),
    ...badge('fancy-number', fancy['number'], fancy['level'], fancy['iconUrl']),
  ];
}

/** Fan tags come as one text, tags parted by commas, or as a JSON list of texts. */
function fans(tags: unknown): Badge[] {
  if (typeof tags !== 'string' || tags === '') return [];
  return tags
    .slice(0, MAX_BADGE_CHARS * MAX_BADGES)
    .replaceAll(/["[\]]/g, '')
    .split(',')
    .flatMap((tag) => badge('fan', tag.trim(), 0, ''));
}

/** Nothing when there is nothing to draw. */
function badge(type: Badge['type'], name: unknown, level: unknown, icon: unknown): Badge[] {
  const text =
    typeof name === 'string' || typeof name === 'number'
      ? asShown(String(name))
          .replace(/[\u2027-\u202e]/g, '')
          .slice(0, MAX_BADGE_CHARS)
      : '';
  const isLevel = typeof level === 'number' && Number.isInteger(level) && level > 0 && level <= MAX_LEVEL;
  const iconUrl =
    typeof icon === 'string' && icon.length <= MAX_URL_CHARS && /^(?:https?:\/\/|\/(?!\/))[^\s"'<>\\]+$/.test(icon) ? icon : '';
  return text === '' && !isLevel && iconUrl === '' ? [] : [{ type, text, level: isLevel ? level : 0, iconUrl }];
}

const record = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.slice(0, MAX_BADGES).filter(record) : [];
