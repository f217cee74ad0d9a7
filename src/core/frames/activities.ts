/** S31: callActivity and the pages that the room opens in frames. */
import { withProtocol } from '../../player/base/answer-fields.ts';
import { err, ok, type Result } from '../errors.ts';
import { ACTIVITY_KEYS, activityPage, CLUB_PAGE, MINI_APP_PAGES, type ActivityKey } from '../reports/business-ids.ts';
import { FRAME, RUNTIME, type FramePlace, type FrameRequest, type OpenMode } from './frame.ts';
import { decideOrigin, originOf, type OriginPolicy } from './origin.ts';

const MODAL: Extract<FramePlace, { name: 'modal' }> = {
  name: 'modal',
  width: FRAME.modalWidth,
  height: FRAME.modalHeight,
  isDraggable: false,
  closesOutside: true,
};
/** Games that are played during watching: their time counts as video-game time. */
const GAMES: readonly ActivityKey[] = ['FlippedShooter', 'TowerDefense', 'WarPeak'];

const isActivityKey = (key: string): key is ActivityKey => (ACTIVITY_KEYS as readonly string[]).includes(key);

/**
 * One of the eleven keys opens its page. Any other key is a link, whose modal is draggable, does not close on an outside click and waits
 * for the page's business-ready signal. `base` is the base address of the deployment's pages. An activity opened by a mini-app is its
 * companion.
 */
export function callActivity(key: string, base: string, { mode, opener }: OpenedBy, policy: OriginPolicy): Result<FrameRequest> {
  if (isActivityKey(key)) {
    const content = GAMES.includes(key) ? 'video-game' : 'other';
    const runtime = opener === 'mini-app' ? RUNTIME.companionMiniApp : RUNTIME.room;
    const url = `${base}/${activityPage(key)}`;
    return ok({ url, title: key, mode, kind: 'activity', runtime, place: MODAL, content, waitsForReady: false });
  }
  const link = readLink(key, base, policy);
  if (!link.ok) return link;
  const place: FramePlace = { ...MODAL, isDraggable: true, closesOutside: false };
  // A page of the deployment counts as a page of the room even if it is opened by its address.
  const runtime = link.value.startsWith(`${base}/`) ? RUNTIME.room : RUNTIME.other;
  return ok({ url: link.value, title: '', mode, kind: 'link', runtime, place, content: 'other', waitsForReady: true });
}

export interface OpenedBy {
  readonly mode: OpenMode;
  /** The window that requested the page; undefined: the room. */
  readonly opener: 'room' | 'mini-app' | undefined;
}

/** Mini-apps open beside the picture once their page has loaded; the star's mini-app is a separate page. */
export function openMiniApp(role: 0 | 1, appId: string, base: string, mode: OpenMode): FrameRequest {
  const page = MINI_APP_PAGES[role];
  const url = `${base}/${page}?app=${encodeURIComponent(appId.slice(0, MAX_APP_ID_CHARS))}`;
  return {
    url,
    title: '',
    mode,
    kind: 'mini-app',
    runtime: RUNTIME.miniApp,
    place: { name: 'side' },
    content: 'mini-app',
    waitsForReady: false,
  };
}
const MAX_APP_ID_CHARS = 64;

export const openClub = (base: string): FrameRequest => ({
  url: `${base}/${CLUB_PAGE}`,
  title: '',
  mode: 'active',
  kind: 'club',
  runtime: RUNTIME.room,
  place: { ...MODAL, isDraggable: true },
  content: 'other',
  waitsForReady: false,
});

const MAX_LINK_CHARS = 2_048;

/** At least one slash, because a single word is an unknown key; no step out of the folder of the pages. */
const PAGE_PATH = /^(?=\/?[\w-])(?=[^?#]*\/)(?![^?#]*\.\.)\/?[\w.~-]+(?:\/[\w.~-]+)*\/?(?:[?#][^\s\\]*)?$/;

/** Only pages of accepted origins are framed, because any other page could not use the bridge and could pretend to be part of the room. */
function readLink(url: string, base: string, policy: OriginPolicy): Result<string> {
  // A path of the deployment's pages.
  if (url.length <= MAX_LINK_CHARS && PAGE_PATH.test(url)) return ok(`${base}/${url.replace(/^\//, '')}`);
  const absolute = withProtocol(url);
  const origin = url.length > MAX_LINK_CHARS ? '' : originOf(absolute);
  if (origin === '') return err('FRAME_REFUSED', `no address: ${url.slice(0, 80)}`);
  const { isAllowed, why } = decideOrigin(origin, policy);
  return isAllowed ? ok(absolute) : err('FRAME_REFUSED', `${origin}: ${why}`);
}
