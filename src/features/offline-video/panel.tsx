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
  const { replays, index, turn, nextLiveS, endedS, wasLive } = view;
  const playing = index === null ? undefined : replays[index];
  const time = isAhead(nextLiveS)
    ? words.nextLive(timeOf(nextLiveS, language))
    : endedS > 0 && !isAhead(endedS) && !wasLive
      ? words.ended(timeOf(endedS, language))
      : null;
  return (
    <>
      {playing !== undefined && <ClipPlayer key={turn} src={playing.url} loop={replays.length === 1} canPause canSeek report={act} />}
      {playing === undefined ? (
        <div className={css.away} data-away="">
          <p className={css.title} data-tip="no-live" role="status">
            {wasLive ? words.over : words.noLive}
          </p>
          {time !== null && <p className={css.time}>{time}</p>}
          <LiveNoticeButton nextLiveS={nextLiveS} />
          <OtherRooms />
        </div>
      ) : (
        <p className={stage.ribbon} data-tip="no-live" role="status">
          <span className={css.rerun}>{words.rerun}</span>
          <span className={stage.status}>{wasLive ? words.over : words.noLive}</span>
          {replays.length === 1 && <span className={stage.more}>{playing.title || words.replay}</span>}
          {time !== null && <span className={stage.more}>{time}</span>}
          <LiveNoticeButton nextLiveS={nextLiveS} />
        </p>
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

/** Within this time a weekday names the day. */
const WEEKDAY_MS = 6 * 86_400_000;

const timeOf = (atS: number, language: string): string =>
  new Intl.DateTimeFormat(language, {
    ...(Math.abs(atS * 1_000 - Date.now()) < WEEKDAY_MS ? { weekday: 'short' } : { month: 'numeric', day: 'numeric' }),
    hour: language === 'en' ? 'numeric' : '2-digit',
    minute: '2-digit',
  }).format(atS * 1_000);
