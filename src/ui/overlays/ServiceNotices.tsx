import { useEffect, useState } from 'react';

import { useOnline } from '../page/device.ts';
import { isOutdated, NOTICES_ID } from '../new-version.ts';
import { useFeatureNames, useRoom } from '../room-context.ts';
import { useText } from '../text/text.ts';
import { serviceText, useNoticeWords } from './notice-words.ts';
import { canRetry, retryParts } from './page-parts.ts';
import css from './ServiceNotices.module.css';

/** Minimum time in ms between two checks for a new version. Each part that fails causes a check. */
const CHECK_PAUSE_MS = 10_000;

/** Shows which worker or part of the page does not work at the moment. The chat shows its own state in its place. */
export function ServiceNotices() {
  const services = useRoom('services').filter(({ service }) => service !== 'socket');
  const words = useNoticeWords();
  const text = useText();
  const isOnline = useOnline();
  const hasNewVersion = useNewVersion();
  // The notice about a new version replaces those about missing parts of the page, because it explains them.
  const shown = services.filter(({ service }) => !(hasNewVersion && service === 'page'));
  // By their texts, because several parts can have the same.
  const notices = new Map(shown.map((status) => [serviceText(status, words), status]));
  return (
    <div id={NOTICES_ID} className={css.notices} role="status" aria-live="polite">
      {!isOnline && (
        <p className={css.notice} data-notice="offline">
          {words.offline}
        </p>
      )}
      {hasNewVersion && (
        <p className={css.notice} data-notice="new-version">
          {words.newVersion}
          <button type="button" className={css.button} onClick={() => location.reload()}>
            {words.loadNewVersion}
          </button>
        </p>
      )}
      {[...notices].map(([said, { name, recovering }]) => (
        <p key={said} className={css.notice} data-recovering={recovering || undefined}>
          {said}
          {canRetry(name) && (
            <button type="button" className={css.button} onClick={retryParts}>
              {text.retry}
            </button>
          )}
        </p>
      ))}
    </div>
  );
}

/** True after a part has failed and the server sends another version of the page than this one. */
function useNewVersion(): boolean {
  const [isNew, setNew] = useState(false);
  const services = useRoom('services');
  const featuresOff = useFeatureNames((view) => view.name === 'off' && view.why !== 'switched off by the remote config');
  const { liveFail } = useRoom('tips');
  // The effect below runs again when this text changes, so that each further failure causes a check.
  const failed = services.map(({ name }) => name).join(' ') + featuresOff + (liveFail ? ' live' : '');
  useEffect(() => {
    if (isNew) return undefined;
    let checkedMs = -CHECK_PAUSE_MS;
    const check = (): void => {
      if (performance.now() - checkedMs < CHECK_PAUSE_MS) return;
      checkedMs = performance.now();
      void isOutdated().then((outdated) => outdated && setNew(true));
    };
    // Vite dispatches this event when an import() fails to load its file.
    addEventListener('vite:preloadError', check);
    if (failed !== '') check();
    return () => removeEventListener('vite:preloadError', check);
  }, [isNew, failed]);
  return isNew;
}
