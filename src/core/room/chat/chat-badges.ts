import type { UserExtension } from '../../../wire/bodies.ts';
import { pictureUrl } from '../layout/picture-url.ts';
import { shownText } from '../layout/shown-text.ts';
import type { Badge, MarkType } from '../view.ts';

/** Maximum number of badges of one name; the page shows fewer. */
export const MAX_BADGES = 12;
const MAX_BADGE_CHARS = 16;
/** Real levels have one or two digits; the limit keeps a hostile level from filling a row. */
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
    // The week level if present, else `c`; S20 gives `c` no separate meaning.
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

/** Fan tags are one text, separated by commas, or a JSON list of texts. */
function fans(tags: string): Badge[] {
  if (tags === '') return [];
  return tags
    .slice(0, MAX_BADGE_CHARS * MAX_BADGES)
    .replaceAll(/["[\]]/g, '')
    .split(',')
    .flatMap((tag) => badge('fan', tag.trim(), 0, ''));
}

const mark = (type: MarkType, isThere: boolean): Badge[] => (isThere ? [{ type, text: '', level: 0, iconUrl: '' }] : []);

/** Empty if there is nothing to draw. */
function badge(type: Badge['type'], name = '', level = 0, icon = ''): Badge[] {
  const text = shownText(name, MAX_BADGE_CHARS);
  const shown = level > 0 && level <= MAX_LEVEL ? level : 0;
  const iconUrl = pictureUrl(icon);
  return text === '' && shown === 0 && iconUrl === '' ? [] : [{ type, text, level: shown, iconUrl }];
}
