import { err, ok } from '../result.ts';
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
];
export const ACTIVITY_KEYS = ACTIVITIES;
/** The documents name the keys and not the pages behind them: one folder each. */
export const activityPage = (key) => `activity/${key}/index.html`;
export const MINI_APP_PAGES = ['cterm/miniapp/iframe/m/views/index.html', 'cterm/miniapp/iframe/m/views/streamer_pc.html'];
export const CLUB_PAGE = 'cterm/starvip/pc/views/index.html';
export const DEFAULT_BUSINESS_IDS = new Map([
    ...ACTIVITIES.map((key) => [activityPage(key), key]),
    ...MINI_APP_PAGES.map((page) => [page, 'miniapp']),
    [CLUB_PAGE, 'starvip'],
]);
export const BIZ_CONFIG = { maxPages: 500, maxPageChars: 256, maxIdChars: 64 };
/** `code`, `data`: an object of page to business id. Bad entries are left out and counted. */
export function readBizConfig(body) {
    if (typeof body !== 'object' || body === null || !('code' in body))
        return err('HTTP_BAD_BODY', 'biz_config: no code');
    if (body.code !== 0)
        return err('HTTP_BAD_BODY', `biz_config: code ${String(body.code).slice(0, 32)}`);
    if (!('data' in body) || typeof body.data !== 'object' || body.data === null || Array.isArray(body.data))
        return err('HTTP_BAD_BODY', 'biz_config: no map');
    const pairs = Object.entries(body.data);
    const ids = new Map();
    for (const [page, id] of pairs) {
        if (ids.size >= BIZ_CONFIG.maxPages)
            break;
        const text = typeof id === 'number' ? String(id) : id;
        const key = pageKey(page);
        if (typeof text === 'string' &&
            text !== '' &&
            text.length <= BIZ_CONFIG.maxIdChars &&
            key !== '' &&
            key.length <= BIZ_CONFIG.maxPageChars)
            ids.set(key, text);
    }
    return ok({ ids, skipped: pairs.length - ids.size });
}
/** `https://host/a/b.html?x#y` and `/a/b.html` are one page: `a/b.html`. */
export function pageKey(url) {
    const path = url
        .slice(0, 2048)
        .replace(/[?#].*$/s, '')
        .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
    return path.replace(/^\/+/, '');
}
/** A deployment may serve pages below a folder: a path of the map may match the end of the page's path, from a slash on. */
export function businessIdOf(ids, page) {
    let rest = page;
    for (let depth = 0; depth <= MAX_PREFIX_DEPTH; depth++) {
        const id = ids.get(rest);
        if (id !== undefined)
            return id;
        const slash = rest.indexOf('/');
        if (slash === -1)
            return null;
        rest = rest.slice(slash + 1);
    }
    return null;
}
const MAX_PREFIX_DEPTH = 8;
