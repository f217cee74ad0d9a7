import { wholeOf } from '../../player/base/answer-fields.ts';
import { err, ok, type Result } from '../errors.ts';

/**
 * S32: maps an embedded page to its business id; only mapped pages are reported. This map applies until `biz_config` answers, and if it
 * fails; the answer replaces the whole map. Keys are paths without the leading slash.
 */
export type BusinessIds = ReadonlyMap<string, string>;

const ACTIVITIES = [
  'sunshineFarm',
  'sunshineFarmV2',
  'MysteriousGiftBag',
  'FlippedShooter',
  'TowerDefense',
  'shake',
  'HappyNewYear',
  'NewXunBaoGame',
  'Archeological',
  'GiftBagCome',
  'WarPeak',
] as const;
/** S31: the keys of callActivity. */
export type ActivityKey = (typeof ACTIVITIES)[number];
export const ACTIVITY_KEYS: readonly ActivityKey[] = ACTIVITIES;

/** The specification names the keys but not their pages: one folder each. */
export const activityPage = (key: ActivityKey): string => `activity/${key}/index.html`;
export const MINI_APP_PAGES = ['cterm/miniapp/iframe/m/views/index.html', 'cterm/miniapp/iframe/m/views/streamer_pc.html'] as const;
export const CLUB_PAGE = 'cterm/starvip/pc/views/index.html';

export const DEFAULT_BUSINESS_IDS: BusinessIds = new Map<string, string>([
  ...ACTIVITIES.map((key): [string, string] => [activityPage(key), key]),
  ...MINI_APP_PAGES.map((page): [string, string] => [page, 'miniapp']),
  [CLUB_PAGE, 'starvip'],
]);

export const BIZ_CONFIG = { maxPages: 500, maxPageChars: 256, maxIdChars: 64 } as const;

/** Reads `code` and `data`, an object of page to business id. Bad entries are skipped and counted. */
export function readBizConfig(body: unknown): Result<{ readonly ids: BusinessIds; readonly skipped: number }> {
  if (typeof body !== 'object' || body === null || !('code' in body)) return err('HTTP_BAD_BODY', 'biz_config: no code');
  if (wholeOf(body.code) !== 0) return err('HTTP_BAD_BODY', `biz_config: code ${String(body.code).slice(0, 32)}`);
  if (!('data' in body) || typeof body.data !== 'object' || body.data === null || Array.isArray(body.data))
    return err('HTTP_BAD_BODY', 'biz_config: no map');
  const pairs: readonly (readonly [string, unknown])[] = Object.entries(body.data);
  const ids = new Map<string, string>();
  for (const [page, id] of pairs) {
    if (ids.size >= BIZ_CONFIG.maxPages) break;
    const text = typeof id === 'number' ? String(id) : id;
    const key = pageKey(page);
    if (
      typeof text === 'string' &&
      text !== '' &&
      text.length <= BIZ_CONFIG.maxIdChars &&
      key !== '' &&
      key.length <= BIZ_CONFIG.maxPageChars
    )
      ids.set(key, text);
  }
  return ok({ ids, skipped: pairs.length - ids.size });
}

/** `https://host/a/b.html?x#y` and `/a/b.html` are one page: `a/b.html`. */
export function pageKey(url: string): string {
  const path = url
    .slice(0, 2_048)
    .replace(/[?#].*$/s, '')
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
  return path.replace(/^\/+/, '');
}

/** A deployment may serve pages below a folder, so a path of the map matches the end of the page's path, beginning at a slash. */
export function businessIdOf(ids: BusinessIds, page: string): string | null {
  let rest = page;
  for (let depth = 0; depth <= MAX_PREFIX_DEPTH; depth++) {
    const id = ids.get(rest);
    if (id !== undefined) return id;
    const slash = rest.indexOf('/');
    if (slash === -1) return null;
    rest = rest.slice(slash + 1);
  }
  return null;
}
const MAX_PREFIX_DEPTH = 8;
