import { firstRule, type Rule } from '../player/base/machine.ts';
import type { RoomView } from '../core/room/view.ts';
import { answerTo } from './start/first-answers.ts';

const PAGE_CALL = { method: 'GET', timeoutMs: 5_000, maxBytes: 262_144, credentials: 'same-origin' } as const;

/** Part of each version of the page. An error page or the login page of a network does not contain it. */
const MARK = 'id="services"';

/**
 * True if the server now sends a page with another start script: a new version was deployed while this page was open, and files of the old
 * version may be missing. The name of the script contains a hash of its content. False without an answer.
 */
export async function isOutdated(): Promise<boolean> {
  // A repeated attempt has a fragment (index.html).
  const own = document.querySelector('script[type=module]')?.getAttribute('src')?.split('#')[0];
  const answer = await answerTo(location.href, PAGE_CALL);
  const html = new TextDecoder().decode(answer?.bytes);
  return typeof own === 'string' && html.includes(MARK) && !html.includes(own);
}

/** Id of the element of ServiceNotices. From its first render on, the page is not reloaded automatically: the viewer decides. */
export const NOTICES_ID = 'notices';

/**
 * During the start: if a file is missing because of a new version, the page is loaded once more. A page that was reloaded already is not
 * reloaded again.
 */
export async function reloadIfOutdated({ type, target }: Event): Promise<void> {
  if (type === 'error' && (target as Partial<HTMLScriptElement>).type !== 'module') return;
  if (document.getElementById(NOTICES_ID) !== null) return;
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type !== 'reload' && (await isOutdated())) location.reload();
}

export interface UpdateFacts {
  /** The viewer pressed the button. */
  readonly isRequested: boolean;
  readonly isHidden: boolean;
  readonly isAudible: boolean;
  /** A reload of this page led to an old version again: servers of a rollout answer in turn. */
  readonly wasReloaded: boolean;
  readonly hasText: boolean;
  readonly hasOrder: boolean;
  readonly isBroadcasting: boolean;
  readonly isFullScreen: boolean;
  readonly isSmallWindow: boolean;
}

/** Reasons for which the new version waits. The last row: loading it costs nothing. */
export const UPDATE_RULES = [
  { why: 'text', when: ({ hasText }) => hasText },
  { why: 'order', when: ({ hasOrder }) => hasOrder },
  { why: 'broadcast', when: ({ isBroadcasting }) => isBroadcasting },
  { why: 'full-screen', when: ({ isFullScreen }) => isFullScreen },
  { why: 'small-window', when: ({ isSmallWindow }) => isSmallWindow },
  { why: 'watched', when: ({ isRequested, isHidden, isAudible }) => !isRequested && (!isHidden || isAudible) },
  { why: 'reloaded', when: ({ isRequested, wasReloaded }) => !isRequested && wasReloaded },
  { why: 'free', when: () => true },
] as const satisfies readonly Rule<UpdateFacts>[];
export type UpdateWhy = (typeof UPDATE_RULES)[number]['why'];

export const updateWhy = (facts: UpdateFacts): UpdateWhy => firstRule(UPDATE_RULES, facts).why;

const TEXT_FIELDS = 'textarea, input:not([type]), input[type=text], input[type=search]';

/** `view` of a feature, whose type only its folder has. */
function fieldOf({ features }: RoomView, feature: string, name: string): unknown {
  const shown = features[feature];
  return shown?.name === 'shown' && typeof shown.view === 'object' && shown.view !== null ? Reflect.get(shown.view, name) : undefined;
}

export function updateFacts(view: RoomView, isRequested: boolean): UpdateFacts {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return {
    isRequested,
    isHidden: document.hidden,
    isAudible: !view.player.muted && [...document.querySelectorAll<HTMLMediaElement>('video, audio')].some(({ paused }) => !paused),
    wasReloaded: visit?.type === 'reload',
    hasText: [...document.querySelectorAll<HTMLInputElement>(TEXT_FIELDS)].some(({ value }) => value.trim() !== ''),
    hasOrder: Number(fieldOf(view, 'gifts', 'pending') ?? 0) > 0,
    isBroadcasting: fieldOf(view, 'publish', 'name') === 'live',
    isFullScreen: document.fullscreenElement !== null,
    isSmallWindow: (document.pictureInPictureElement ?? null) !== null,
  };
}

/** Removes the service worker of an older deployment (or of the offline room) that controls this page: this version has none. */
export async function removeOldWorker(): Promise<void> {
  // Undefined over plain http.
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await container?.getRegistration().catch(() => undefined);
  await registration?.unregister().catch(() => false);
}
