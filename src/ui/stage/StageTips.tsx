import type { StreamStatusName } from '../../workers/core/player/names.ts';
import { useHands, useRoom } from '../hands.ts';
import { Icon, Logo } from '../icons/Icon.tsx';
import { useText } from '../text/text.ts';
import css from './Stage.module.css';

/** Between two attempts the player is stopped, or its stream has ended: another one is on its way until the failure tip says otherwise. */
const WAITING: readonly StreamStatusName[] = ['buffering', 'created', 'stopped', 'end'];

/** What lies over the picture: loading, no live, live failed, the player's message, the lead-in banner. */
export function StageTips() {
  const phase = useRoom('phase');
  const stage = useRoom('stage');
  const tips = useRoom('tips');
  const player = useRoom('player');
  const room = useRoom('room');
  const hands = useHands();
  const text = useText();

  if (tips.liveFail || tips.playerMessage !== '') {
    return (
      <div className={css.tip} role="alert" data-tip="live-fail">
        <span className={css.tipMark} data-tone="bad">
          <Icon name="alert" size={30} />
        </span>
        <p className={css.tipTitle}>{tips.playerMessage === '' ? text.liveFail : tips.playerMessage}</p>
        {tips.playerMessage === '' && <p className={css.tipHint}>{text.liveFailHint}</p>}
        {tips.liveFail && (
          <button type="button" className={css.tipButton} onClick={() => hands.act({ do: 'retry-player' })}>
            <Icon name="reload" size={18} />
            {text.retry}
          </button>
        )}
      </div>
    );
  }
  if (phase === 'loading' || stage.at === 'loading') {
    return (
      <div className={css.tip} role="status" data-tip="loading">
        <span className={css.breathe}>
          <Logo size={52} />
        </span>
        <p className={css.tipHint}>{text.loading}</p>
      </div>
    );
  }
  if (stage.at === 'closed') {
    return (
      <div className={css.tip} data-tip="closed">
        <span className={css.tipMark}>
          <Icon name="offline" size={30} />
        </span>
        <p className={css.tipTitle}>{tips.noLive ? text.noLive : text.closed}</p>
        <p className={css.tipHint}>{tips.noLive ? text.noLiveHint : text.closedHint}</p>
        {!room.following && room.role === 0 && (
          <button type="button" className={css.tipButton} onClick={() => hands.act({ do: 'follow', on: true })}>
            <Icon name="heartFull" size={18} />
            {text.follow}
          </button>
        )}
      </div>
    );
  }
  if (tips.noLive) {
    return (
      <p className={css.ribbon} data-tip="no-live" role="status">
        <Icon name="offline" size={18} />
        {text.noLive}
        {stage.at === 'offline-video' && <span className={css.ribbonMore}>{text.offlineVideo}</span>}
      </p>
    );
  }
  if (stage.at === 'lead-in') {
    return (
      <div className={css.ribbon} data-tip="lead-in" role="status">
        <Icon name="clock" size={18} />
        <span className={css.ribbonText}>
          {text.leadIn}
          {stage.title !== '' && <b>《{stage.title}》</b>}
        </span>
        <button type="button" className={css.ribbonButton} onClick={() => hands.act({ do: 'back-to-live' })}>
          {text.backToLive}
          <Icon name="right" size={16} />
        </button>
      </div>
    );
  }
  if ((stage.at === 'live' || stage.at === 'radio') && WAITING.includes(player.status)) {
    return (
      <div className={css.busy} role="status" data-tip="busy">
        <span className={css.spinner} />
        <span>{player.status === 'buffering' ? text.buffering : text.connectingStream}</span>
      </div>
    );
  }
  return null;
}
