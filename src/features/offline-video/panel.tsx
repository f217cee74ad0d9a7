import { ClipPlayer } from '../../ui/clip/ClipPlayer.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import OtherRooms from '../../ui/lobby/OtherRooms.tsx';
import LiveNoticeButton from '../../ui/notice/LiveNoticeButton.tsx';
import stage from '../../ui/stage/Ribbon.module.css';
import css from './panel.module.css';
import type { OfflineVideoAction, OfflineVideoView } from './room.ts';
import type { OfflineVideoWords } from './text.ts';

/** P7: the video shown while the star is offline, the list of other videos, and the time of the next show. */
export default function OfflineVideoPanel({
  view,
  act,
  words,
  language,
}: PanelProps<OfflineVideoView, OfflineVideoAction, OfflineVideoWords>) {
  const { replays, index, turn, nextLiveS, endedS } = view;
  const playing = index === null ? undefined : replays[index];
  return (
    <>
      {playing !== undefined && <ClipPlayer key={turn} src={playing.url} loop={replays.length === 1} canPause canSeek report={act} />}
      <p className={stage.ribbon} data-tip="no-live" role="status">
        <Icon name="offline" size={18} />
        <span className={stage.status}>{words.noLive}</span>
        {playing !== undefined && replays.length === 1 && <span className={stage.more}>{playing.title || words.replay}</span>}
        {isAhead(nextLiveS) ? (
          <span className={stage.more}>{words.nextLive(timeOf(nextLiveS, language))}</span>
        ) : (
          endedS > 0 && !isAhead(endedS) && <span className={stage.more}>{words.ended(timeOf(endedS, language))}</span>
        )}
        <LiveNoticeButton nextLiveS={nextLiveS} />
      </p>
      {playing === undefined && (
        <div className={css.others}>
          <OtherRooms />
        </div>
      )}
      {replays.length > 1 && (
        <ul className={css.list} aria-label={words.replays}>
          {replays.map(({ url, title }, at) => (
            <li key={`${url} ${at}`}>
              <button
                type="button"
                className={css.replay}
                aria-current={at === index || undefined}
                onClick={() => act({ type: 'choose', index: at })}
              >
                <Icon name="play" size={14} />
                {title || words.untitled}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const isAhead = (atS: number): boolean => atS * 1_000 > Date.now();

const timeOf = (atS: number, language: string): string =>
  new Intl.DateTimeFormat(language, {
    month: 'numeric',
    day: 'numeric',
    weekday: 'short',
    hour: language === 'en' ? 'numeric' : '2-digit',
    minute: '2-digit',
  }).format(atS * 1_000);
