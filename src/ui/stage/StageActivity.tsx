import { use, useEffect, useState } from 'react';
import { CountdownTo } from '../features/parts/Countdown.tsx';
import { useRoom, useRoomContext } from '../room-context.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import { TextContext } from '../text/text.ts';
import css from './StageActivity.module.css';
import type { UnsupportedWhy } from '../../player/rules/recovery/candidates.ts';
import type { PlayerNotice } from '../../core/room/view.ts';
import type { PlayerActivity } from '../../player/rules/recovery/orders.ts';
import { NO_KEYFRAME } from '../../player/rules/names.ts';
import type { Language } from '../../design/language.ts';

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
          <Until atMs={activity.untilMs} format={(seconds) => words.waiting(activity, seconds)} />
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

/** The one sentence below the title of a failure: its reason, else what the room waits for, else what the viewer can do. */
function FailureHint() {
  const { activity } = useRoom('player');
  const { playerMessage } = useRoom('tips');
  const { text, language } = use(TextContext);
  const words = activityText(language);
  const reason = activity.name === 'failed' && activity.unsupported !== null ? words.unsupported[activity.unsupported] : undefined;
  const waits = activity.name === 'failed' && activity.retryAtMs !== null ? activity : null;
  const waiting =
    waits?.retryAtMs == null ? undefined : waits.isOnline ? <Until atMs={waits.retryAtMs} format={words.retriesIn} /> : words.offline;
  const line = reason ?? waiting ?? (playerMessage === '' ? text.liveFailHint : null);
  return line === null ? null : (
    <p className={css.failure} role="status" data-tip="failure-hint">
      {line}
    </p>
  );
}

/** Restarts the countdown when the time or the language changes. */
function Until({ atMs, format }: { readonly atMs: number; readonly format: (seconds: number) => string }) {
  const { language } = use(TextContext);
  return <CountdownTo key={`${atMs} ${language}`} atMs={atMs} format={format} />;
}

type Waiting = Extract<PlayerActivity, { name: 'waiting' }>;

/** Texts about the player's activity; loaded with the component that shows them. */
const zhCN = {
  stopped: '已停止',
  resume: '继续播放',
  retryNow: '立即重试',
  trying(activity: PlayerActivity) {
    if (activity.name !== 'connecting') return '正在等待直播数据';
    if (activity.round > 0) return '直播暂时连不上，正在重试';
    return activity.line === null ? '正在获取直播地址' : `正在尝试线路 ${activity.line + 1}/${activity.lines}`;
  },
  /** Between two attempts. */
  waiting({ round, next }: Waiting, seconds: number) {
    const when = seconds > 0 ? `${seconds} 秒后` : '马上';
    if (round > 0 || next === 'addresses') return `直播暂时连不上，${when}重试`;
    return `这条线路连不上，${when}换一条`;
  },
  notice(notice: PlayerNotice, kinds: Readonly<Record<string, string>>) {
    if (notice.type === 'reduced') return '电脑有些忙，已减少画面帧数';
    if (notice.type === 'track-dropped')
      return notice.name === NO_KEYFRAME
        ? '暂时只有声音：这路直播的关键帧间隔太长，画面要等下一个关键帧'
        : notice.track === 'audio'
          ? `只有画面没有声音：这路直播的声音是 ${notice.name}`
          : `只有声音没有画面：这路直播的画面是 ${notice.name}`;
    const reason = { slow: '电脑有些忙', stalled: '播放卡顿', failed: '播放失败' }[notice.why];
    return `${reason}，已切换到${kinds[notice.to] ?? notice.to}`;
  },
  offline: '网络已断开，恢复后会自动继续',
  /** `seconds` 0: now. */
  retriesIn: (seconds: number) => (seconds > 0 ? `${seconds} 秒后自动重试` : '正在自动重试'),
  unsupported: {
    'no shared memory': '此页面没有共享内存，浏览器又不能直接解码 H.265；请改用新版 Chrome 或 Edge，并用 HTTPS 打开',
    'too large without shared memory': '没有共享内存时，这台电脑解不了这么大的 H.265 画面；请改用新版 Chrome 或 Edge，并用 HTTPS 打开',
    'h265 is switched off': '这个直播间只有 H.265 画面，而 H.265 已关闭',
    'both sides are over the limit': '这个直播间的画面太大，这里不解码',
    'Safari without Chrome': 'Safari 不能播放这个直播间，请改用 Chrome 或 Edge',
    'the browser does not decode h265': '这个浏览器不能解码 H.265',
    'webrtc is switched off': '这个直播间只有超低延迟画面，而它已关闭',
    'nothing draws pictures here': '浏览器不能绘制画面（没有 WebGL2），请打开硬件加速后重试',
    'the stream has another codec': '这路直播的编码格式不能在网页里播放；主播改用 H.264 或 H.265 推流后即可观看',
    'the decoder does not decode this format':
      '这路直播的视频格式不能在网页里播放；主播改用 H.264，或 4:2:0、8 位或 10 位的 H.265 后即可观看',
    'the stream has no keyframe': '这路直播没有关键帧，中途进入看不到画面；主播设置关键帧间隔后即可观看',
    'the stream has no decoder configuration': '服务器没有发送这路直播的解码参数；主播重新推流后即可观看',
  } as Readonly<Partial<Record<UnsupportedWhy, string>>>,
};
type ActivityText = typeof zhCN;

const en: ActivityText = {
  stopped: 'Stopped',
  resume: 'Play',
  retryNow: 'Try again now',
  trying(activity) {
    if (activity.name !== 'connecting') return 'Waiting for the stream’s data';
    if (activity.round > 0) return 'The stream cannot be reached at the moment; still trying';
    return activity.line === null ? 'Getting the stream’s addresses' : `Trying line ${activity.line + 1} of ${activity.lines}`;
  },
  waiting({ round, next }, seconds) {
    const when = seconds > 0 ? `in ${seconds} s` : 'now';
    if (round > 0 || next === 'addresses') return `The stream cannot be reached at the moment; trying again ${when}`;
    return `This line does not answer; trying another one ${when}`;
  },
  notice(notice, kinds) {
    if (notice.type === 'reduced') return 'This computer is busy: fewer pictures are shown';
    if (notice.type === 'track-dropped')
      return notice.name === NO_KEYFRAME
        ? 'Sound without picture for now: the picture begins with the next keyframe, and this broadcast sends few of them'
        : notice.track === 'audio'
          ? `Picture without sound: this broadcast sends ${notice.name} sound`
          : `Sound without picture: this broadcast sends ${notice.name} pictures`;
    const reason = { slow: 'This computer is busy', stalled: 'The picture stalled', failed: 'Playing failed' }[notice.why];
    return `${reason}: switched to ${kinds[notice.to] ?? notice.to}`;
  },
  offline: 'There is no network. The stream continues when it is back',
  retriesIn: (seconds) => (seconds > 0 ? `The room tries again in ${seconds} s` : 'The room is trying again'),
  unsupported: {
    'no shared memory':
      'This page has no shared memory and the browser does not decode H.265 itself. Use a current Chrome or Edge, over HTTPS',
    'too large without shared memory':
      'Without shared memory this computer cannot decode an H.265 picture of this size. Use a current Chrome or Edge, over HTTPS',
    'h265 is switched off': 'This room has H.265 only, and H.265 is switched off',
    'both sides are over the limit': 'The picture of this room is too large to be decoded here',
    'Safari without Chrome': 'Safari cannot play this room. Use Chrome or Edge',
    'the browser does not decode h265': 'This browser does not decode H.265',
    'webrtc is switched off': 'This room has low-latency video only, and that is switched off',
    'nothing draws pictures here': 'The browser cannot draw the picture (no WebGL2). Turn on hardware acceleration and try again',
    'the stream has another codec': 'Web pages cannot play the codec of this stream. It plays when the star sends H.264 or H.265',
    'the decoder does not decode this format':
      'Web pages cannot play this video format. It plays when the star sends H.264, or H.265 with 4:2:0 and 8 or 10 bits',
    'the stream has no keyframe':
      'This stream has no keyframes, so it cannot be joined. It plays when the star sets an interval of keyframes',
    'the stream has no decoder configuration':
      'The server does not send the decoder configuration of this stream. It plays when the star starts it again',
  },
};

export const activityText = (language: Language): ActivityText => (language === 'zh-CN' ? zhCN : en);
