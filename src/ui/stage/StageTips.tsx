import { useEffect, useState } from 'react';

import type { StreamStatusName } from '../../player/rules/names.ts';
import { useRoomContext, useRoom } from '../room-context.ts';
import { FeatureBoundary } from '../overlays/FeatureBoundary.tsx';
import { late } from '../overlays/late.ts';
import { Icon, Logo } from '../icons/Icon.tsx';
import { useText } from '../text/text.ts';
import css from './Stage.module.css';
import type { StageActivityProps } from './StageActivity.tsx';

const loadActivity = async () => import('./StageActivity.tsx');
const stageActivity = late(loadActivity);

/** Between two attempts the player is stopped, or its stream has ended; another attempt follows until the failure tip is shown. */
const WAITING: readonly StreamStatusName[] = ['buffering', 'created', 'stopped', 'end'];

/** Overlays of the picture: loading, no live, live failed, the player's message. Features draw their own overlays. */
export function StageTips() {
  const phase = useRoom('phase');
  const stage = useRoom('stage');
  const tips = useRoom('tips');
  const player = useRoom('player');
  const room = useRoom('room');
  const context = useRoomContext();
  const text = useText();

  /** The player's activity is shown as text, so the spinner has no text. */
  const [isExplained, setExplained] = useState(false);

  const plays = player.status === 'playing';
  useEffect(() => {
    // Loaded while online, because it explains failures and could not be fetched without a network.
    if (plays) loadActivity().catch(() => undefined);
  }, [plays]);

  if (tips.liveFail || tips.playerMessage !== '') {
    return (
      <div className={css.tip} role="alert" data-tip="live-fail">
        <span className={css.tipMark} data-tone="bad">
          <Icon name="alert" size={30} />
        </span>
        <p className={css.tipTitle}>{tips.playerMessage === '' ? text.liveFail : text.playerMessage(tips.playerMessage)}</p>
        {tips.playerMessage === '' && <p className={css.tipHint}>{text.liveFailHint}</p>}
        {tips.liveFail && <Activity isBusy={false} onExplain={setExplained} />}
        {tips.liveFail && (
          <button type="button" className={css.tipButton} onClick={() => context.act({ type: 'retry-player' })}>
            <Icon name="reload" size={18} />
            {text.retry}
          </button>
        )}
      </div>
    );
  }
  if (phase === 'loading' || stage.name === 'loading') {
    return (
      <div className={css.tip} role="status" data-tip="loading">
        <span className={css.breathe}>
          <Logo size={52} />
        </span>
        <p className={css.tipHint}>{text.loading}</p>
      </div>
    );
  }
  if (stage.name === 'closed') {
    return (
      <div className={css.tip} data-tip="closed">
        <span className={css.tipMark}>
          <Icon name="offline" size={30} />
        </span>
        <p className={css.tipTitle}>{tips.noLive ? text.noLive : text.closed}</p>
        <p className={css.tipHint}>{tips.noLive ? text.noLiveHint : text.closedHint}</p>
        {!room.following && room.role === 0 && (
          <button type="button" className={css.tipButton} onClick={() => context.act({ type: 'follow', on: true })}>
            <Icon name="heartFull" size={18} />
            {text.follow}
          </button>
        )}
      </div>
    );
  }
  if (stage.name !== 'live' && stage.name !== 'radio') return null;
  const isBusy = player.activity.name !== 'stopped' && WAITING.includes(player.status);
  return (
    <>
      {isBusy && (
        <div className={css.busy} role="status" data-tip="busy">
          <span className={css.spinner} />
          {!isExplained && <span>{player.status === 'buffering' ? text.buffering : text.connectingStream}</span>}
        </div>
      )}
      {(isBusy || player.activity.name === 'stopped' || player.notice !== null) && <Activity isBusy={isBusy} onExplain={setExplained} />}
    </>
  );
}

function Activity(props: StageActivityProps) {
  return <FeatureBoundary name="stage-activity">{() => <stageActivity.Part {...props} />}</FeatureBoundary>;
}
