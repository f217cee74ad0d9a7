import type { ListEventsDeps, listenToList } from './list-events.ts';

/**
 * Loads the event handling of rows. The newest click until then is handled once it is loaded; after a failed load a click loads it again.
 */
export function loadListEvents(
  box: HTMLElement,
  deps: ListEventsDeps,
  load: () => Promise<{ readonly listenToList: typeof listenToList }> = async () => import('./list-events.ts'),
): () => void {
  let early: MouseEvent | null = null;
  const keep = (event: MouseEvent): void => {
    early = event;
    begin();
  };
  const forget = (): void => box.removeEventListener('click', keep);
  let stop: (() => void) | null = forget;
  const begin = (): void => {
    load().then(
      ({ listenToList }) => {
        // Each click loads the code; the first answer is used.
        if (stop !== forget) return;
        forget();
        stop = listenToList(box, deps, early);
      },
      () => undefined,
    );
  };
  box.addEventListener('click', keep);
  begin();
  return () => {
    stop?.();
    stop = null;
  };
}
