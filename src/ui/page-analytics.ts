import type { AnalyticsInput, EventTypeName, SceneName } from '../core/reports/analytics.ts';

/**
 * What the page itself reports (S33): an element with `data-evid` is reported when it is clicked and, with `data-expose`, when half of it
 * has been in sight. `data-scene` and `data-detail` say more. The stats worker checks everything and reports what is shown once.
 */
const MARKED = '[data-evid]';
const EXPOSED = '[data-evid][data-expose]';
const EXPOSED_SHARE = 0.5;

/** Watches until the returned function is called; elements that come later are watched too. */
export function watchPage(root: HTMLElement, report: (event: AnalyticsInput) => void): () => void {
  const clicked = (event: Event): void => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>(MARKED) : null;
    if (element !== null) report(eventOf(element, 'click'));
  };
  root.addEventListener('click', clicked, { capture: true, passive: true });

  const inSight = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        inSight.unobserve(target);
        report(eventOf(target, 'expose'));
      }
    },
    { threshold: EXPOSED_SHARE },
  );
  const observe = (element: Element): void => {
    if (element.matches(EXPOSED)) inSight.observe(element);
    for (const inner of element.querySelectorAll(EXPOSED)) inSight.observe(inner);
  };
  observe(root);
  const added = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) if (node instanceof Element) observe(node);
  });
  added.observe(root, { childList: true, subtree: true });

  return () => {
    root.removeEventListener('click', clicked, { capture: true });
    inSight.disconnect();
    added.disconnect();
  };
}

const eventOf = ({ dataset }: HTMLElement, evtype: EventTypeName): AnalyticsInput => ({
  evid: dataset['evid'] ?? '',
  evtype,
  scene: (dataset['scene'] ?? 'room') as SceneName,
  detail: dataset['detail'] ?? '',
});
