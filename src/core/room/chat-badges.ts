import type { UserExtension } from '../../wire/generated/bodies.ts';
import { asShown, stripSpacing } from '../socket/cleaning.ts';
import { pictureUrl } from './picture-url.ts';
import type { Badge, MarkType } from './view.ts';

/** Badges beside one name; the page draws fewer. */
export const MAX_BADGES = 12;
const MAX_BADGE_CHARS = 16;
/** Levels are one or two digits; a hostile one must not fill a row. */
const MAX_LEVEL = 999;

/** Badges rendered before a nickname. `ext` was parsed before (wire/ext.ts). */
export function badgesOf(ext: UserExtension | null, fanTags: string): readonly Badge[] {
  const badges = ext === null ? fans(fanTags) : [...fans(fanTags), ...extensionBadges(ext)];
  return badges.slice(0, MAX_BADGES);
}

function extensionBadges(ext: UserExtension): Badge[] {
  const { intimacy, userGuard, vipData, plate, starCard, usingMount, luckyLabel, userStateVo, fancyNumInfo } = ext;
  return [
    ...badge('guard', userGuard?.name, userGuard?.level, userGuard?.iconUrl),
    // The week level where there is one; the document shows `c` beside it without a meaning of its own.
    ...badge('vip', '', vipData === null ? 0 : vipData.weekVipLevel || vipData.c, ''),
    ...badge('plate', plate?.name, plate?.level, plate?.iconUrl),
    ...ext.medalList.flatMap(({ name, level, iconUrl }) => badge('medal', name, level, iconUrl)),
    ...ext.honorList.flatMap(({ name, level, iconUrl }) => badge('honor', name, level, iconUrl)),
    ...badge('star-card', starCard?.name, starCard?.level, starCard?.iconUrl),
    ...badge('mount', usingMount?.n, 0, usingMount?.bi),
    ...badge('lucky', luckyLabel?.name, 0, luckyLabel?.iconUrl),
    ...badge('state', userStateVo?.content, 0, userStateVo?.icon),
    ...badge('fancy-number', fancyNumInfo?.number, fancyNumInfo?.level, fancyNumInfo?.iconUrl),
    ...mark('worship', ext.worship),
    ...mark('black-card', ext.blackCard),
    ...badge('intimacy', '', intimacy?.level, ''),
    ...mark('annual-guard', (userGuard?.annual ?? 0) > 0),
    ...mark('android', ext.isAndroid),
  ];
}

/** Fan tags come as one text, tags parted by commas, or as a JSON list of texts. */
function fans(tags: string): Badge[] {
  if (tags === '') return [];
  return tags
    .slice(0, MAX_BADGE_CHARS * MAX_BADGES)
    .replaceAll(/["[\]]/g, '')
    .split(',')
    .flatMap((tag) => badge('fan', tag.trim(), 0, ''));
}

const mark = (type: MarkType, isThere: boolean): Badge[] => (isThere ? [{ type, text: '', level: 0, iconUrl: '' }] : []);

/** Nothing when there is nothing to draw. */
function badge(type: Badge['type'], name = '', level = 0, icon = ''): Badge[] {
  const text = stripSpacing(asShown(name)).slice(0, MAX_BADGE_CHARS);
  const shown = level > 0 && level <= MAX_LEVEL ? level : 0;
  const iconUrl = pictureUrl(icon);
  return text === '' && shown === 0 && iconUrl === '' ? [] : [{ type, text, level: shown, iconUrl }];
}
