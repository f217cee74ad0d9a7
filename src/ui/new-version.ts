import { answerTo } from './start/first-answers.ts';

const PAGE_CALL = { method: 'GET', timeoutMs: 5_000, maxBytes: 262_144, credentials: 'same-origin' } as const;

/** Part of each version of the page. An error page or the login page of a network does not contain it. */
const MARK = 'id="services"';

/**
 * True if the server now sends a page with another start script: a new version was deployed while this page was open, and files of the old
 * version may be missing. The name of the script contains a hash of its content. False without an answer.
 */
export async function isOutdated(): Promise<boolean> {
  const own = document.querySelector('script[type=module]')?.getAttribute('src');
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
