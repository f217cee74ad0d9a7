/** The room's own stickers: a code in the text of a line, drawn by the page. Other clients show the code. */
export interface Sticker {
  /** Code in the text of the line. */
  readonly code: string;
  readonly 'zh-CN': string;
  readonly en: string;
  /** Data URL of its drawing; no request. */
  readonly picture: string;
}

const INK = '#3a2340';
const stroke = (d: string, colour = INK): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>`;
const shape = (d: string, colour: string): string => `<path d="${d}" fill="${colour}"/>`;

const HEART = 'c-2.6-4-8-2.2-8 1.8 0 3 4 5.4 8 8.6 4-3.2 8-5.6 8-8.6 0-4-5.4-5.8-8-1.8z';
const EYES = {
  open: '<circle cx="24" cy="38" r="3.4" fill="#3a2340"/><circle cx="40" cy="38" r="3.4" fill="#3a2340"/>',
  glad: stroke('M20 39q4-6 8 0M36 39q4-6 8 0'),
  shut: stroke('M20 38q4 4 8 0M36 38q4 4 8 0'),
  tight: stroke('M20 35l7 3-7 3M44 35l-7 3 7 3'),
  cross: stroke('M19 33l8 4M45 33l-8 4') + '<circle cx="24" cy="40" r="3" fill="#3a2340"/><circle cx="40" cy="40" r="3" fill="#3a2340"/>',
  love: shape(`M24 34${HEART}`, '#ff4d79') + shape(`M40 34${HEART}`, '#ff4d79'),
} as const;
const MOUTHS = {
  smile: stroke('M27 46q5 5 10 0'),
  laugh: shape('M25 45h14q-1 9-7 9t-7-9z', '#b3274f'),
  round: '<circle cx="32" cy="49" r="3.6" fill="#b3274f"/>',
  sad: stroke('M27 50q5-5 10 0'),
  small: stroke('M30 47h4'),
} as const;
const EXTRAS = {
  none: '',
  blush: '<circle cx="19" cy="45" r="4" fill="#ff8fa8" opacity=".75"/><circle cx="45" cy="45" r="4" fill="#ff8fa8" opacity=".75"/>',
  tears: shape('M22 42q-4 7 0 9t3-4zM42 42q4 7 0 9t-3-4z', '#7fb0ff'),
  anger: stroke('M50 12l3 5 5-3M50 22l5-1 1-5', '#ff4d79'),
  sleep: stroke('M47 10h7l-7 8h7M56 4h4l-4 5h4', '#7fb0ff'),
} as const;

/** Head of the room's cat with a face. */
function drawn(eyes: keyof typeof EYES, mouth: keyof typeof MOUTHS, extra: keyof typeof EXTRAS): string {
  const head =
    shape('M10 30L12 6l17 10zM54 30L52 6 35 16z', '#6a4bc4') +
    shape('M14 20l1-8 7 5zM50 20l-1-8-7 5z', '#ff9db4') +
    '<circle cx="32" cy="36" r="25" fill="#7b5ad6"/>' +
    shape('M12 40c0-8 8-8 12-14 6 5 22 4 26 8 3 14-6 24-18 24S12 52 12 40z', '#ffe6d8');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${head}${EYES[eyes]}${MOUTHS[mouth]}${EXTRAS[extra]}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

export const STICKERS: readonly Sticker[] = [
  { code: '[喵开心]', 'zh-CN': '喵开心', en: 'happy cat', picture: drawn('glad', 'smile', 'blush') },
  { code: '[喵大笑]', 'zh-CN': '喵大笑', en: 'laughing cat', picture: drawn('tight', 'laugh', 'none') },
  { code: '[喵喜欢]', 'zh-CN': '喵喜欢', en: 'cat in love', picture: drawn('love', 'laugh', 'none') },
  { code: '[喵大哭]', 'zh-CN': '喵大哭', en: 'crying cat', picture: drawn('shut', 'sad', 'tears') },
  { code: '[喵惊讶]', 'zh-CN': '喵惊讶', en: 'surprised cat', picture: drawn('open', 'round', 'none') },
  { code: '[喵害羞]', 'zh-CN': '喵害羞', en: 'shy cat', picture: drawn('open', 'small', 'blush') },
  { code: '[喵生气]', 'zh-CN': '喵生气', en: 'angry cat', picture: drawn('cross', 'sad', 'anger') },
  { code: '[喵晚安]', 'zh-CN': '喵晚安', en: 'sleeping cat', picture: drawn('shut', 'small', 'sleep') },
];

const BY_CODE: ReadonlyMap<string, Sticker> = new Map(STICKERS.map((sticker) => [sticker.code, sticker]));
const CODE = /\[喵[^\s[\]]{1,4}\]/g;
/** Maximum number drawn per line; further codes stay text. */
const MAX_STICKERS = 6;

export const hasSticker = (text: string): boolean => text.includes('[喵');

/** Splits the text into parts of text and stickers, in order; unknown codes remain text. */
export function splitStickers(text: string): readonly (string | Sticker)[] {
  const parts: (string | Sticker)[] = [];
  let [from, drawnCount] = [0, 0];
  for (const found of text.matchAll(CODE)) {
    const sticker = BY_CODE.get(found[0]);
    if (sticker === undefined || drawnCount === MAX_STICKERS) continue;
    if (found.index > from) parts.push(text.slice(from, found.index));
    parts.push(sticker);
    drawnCount++;
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}
