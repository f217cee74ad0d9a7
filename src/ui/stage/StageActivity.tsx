import { use, useEffect, useState } from 'react';

import { CountdownTo } from '../features/parts/Countdown.tsx';
import { useRoom, useRoomContext } from '../room-context.ts';
import { Icon } from '../icons/Icon.tsx';
import { TextContext } from '../text/text.ts';
import { activityText } from './activity-text.ts';
import css from './StageActivity.module.css';

/** A spinner gets an explanation after this time, or earlier if every line has failed once. */
const PATIENCE_MS = 5_000;

export interface StageActivityProps {
  readonly isBusy: boolean;
  /** Called when the explanation of the player's activity is shown or hidden. */
  readonly onExplain: (isExplained: boolean) => void;
}

/** The player's activity besides spinner and tip: stopped, slow, given up for now, and automatic changes. */
export default function StageActivity({ isBusy, onExplain }: StageActivityProps) {
  const { activity, notice } = useRoom('player');
  const { liveFail } = useRoom('tips');
  const { text, language } = use(TextContext);
  const words = activityText(language);
  if (liveFail) return <FailureHint />;
  if (activity.name === 'stopped' && activity.by === 'viewer') return <Stopped />;
  return (
    <>
      {isBusy && <BusyHint key={activity.name} isUrgent={'round' in activity && activity.round > 0} onExplain={onExplain} />}
      {notice !== null && (
        <p className={css.notice} role="status" data-tip="player-notice">
          {words.notice(notice, text.kinds)}
        </p>
      )}
    </>
  );
}

function Stopped() {
  const { act } = useRoomContext();
  const words = activityText(use(TextContext).language);
  return (
    <div className={css.stopped} role="status" data-tip="stopped">
      <button type="button" className={css.play} aria-label={words.resume} onClick={() => act({ type: 'retry-player' })}>
        <Icon name="play" size={44} />
      </button>
      <p>{words.stopped}</p>
    </div>
  );
}

function BusyHint({ isUrgent, onExplain }: Pick<StageActivityProps, 'onExplain'> & { readonly isUrgent: boolean }) {
  const { activity } = useRoom('player');
  const { act } = useRoomContext();
  const words = activityText(use(TextContext).language);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  const isShown = isLate || isUrgent;
  useEffect(() => {
    onExplain(isShown);
    return () => onExplain(false);
  }, [isShown, onExplain]);
  if (!isShown) return null;
  return (
    <div className={css.hint} role="status" data-tip="busy-hint">
      <p>
        {activity.name === 'waiting' ? (
          <Until atMs={activity.untilMs} said={(seconds) => words.waiting(activity, seconds)} />
        ) : (
          words.trying(activity)
        )}
      </p>
      <button type="button" className={css.button} onClick={() => act({ type: 'retry-player' })}>
        <Icon name="reload" size={17} />
        {words.retryNow}
      </button>
    </div>
  );
}

/** Text below the failure tip: the reason, and whether the room waits for something. */
function FailureHint() {
  const { activity } = useRoom('player');
  const words = activityText(use(TextContext).language);
  const reason = activity.name === 'failed' && activity.unsupported !== null ? words.unsupported[activity.unsupported] : undefined;
  const waits = activity.name === 'failed' && activity.retryAtMs !== null ? activity : null;
  const waiting =
    waits?.retryAtMs == null ? undefined : waits.isOnline ? <Until atMs={waits.retryAtMs} said={words.retriesIn} /> : words.offline;
  const line = reason ?? waiting ?? (activity.name === 'failed' ? undefined : words.trying(activity));
  return line === undefined ? null : (
    <p className={css.failure} role="status" data-tip="failure-hint">
      {line}
    </p>
  );
}

/** Restarts the countdown when the time or the language changes. */
function Until({ atMs, said }: { readonly atMs: number; readonly said: (seconds: number) => string }) {
  const { language } = use(TextContext);
  return <CountdownTo key={`${atMs} ${language}`} atMs={atMs} said={said} />;
}
