import { recorded } from '../../../mocks/scenario.ts';
import { sessionPush, type SessionPush, personNamed } from '../../../mocks/sessions/session.ts';
import { scripted, type Play } from '../../../mocks/sessions/session-script.ts';

/** Milliseconds of the scripted session. */
const SHOWN_MS = 12_000;
const EVERY_MS = 9_000;

const person = (nickname: string) => personNamed(nickname, 600_100);
const CURRENT = {
  roomId: 1_003,
  sender: person('南风知我意'),
  star: person('林听夏'),
  giftname: '星河',
  num: 10,
  content: '今晚的歌都想听',
};
const NEXT = { roomId: 1_001, sender: person('一颗糖'), star: person('小喵Momo'), giftname: '火箭', num: 1, content: '生日快乐' };
const ROOM = { roomId: 1_004, sender: person('夜航船'), content: '陈野的房间正在放烟花，快来围观', link: '' };
const SITE = { roomId: 0, sender: null, content: '年度盛典报名开始', link: 'https://example.com/ceremony' };

interface State {
  id: number;
  untilMs: number;
}

/** Remaining seconds, so that a late viewer sees it for the rest of its time. */
const secondsLeft = (play: Play<State>): number => Math.ceil(play.leftMs(play.state.untilMs) / 1_000);
const currentPush = (play: Play<State>): SessionPush =>
  sessionPush('headline-content', { ...CURRENT, id: play.state.id, durationS: secondsLeft(play) });
const message = (body: typeof ROOM | typeof SITE) => ({
  name: 'telling',
  ms: EVERY_MS,
  enter: (play: Play<State>) => [sessionPush('headline-message', { ...body, id: ++play.made })],
});

/** Headlines of the site, in order; the first also announces the next one. Viewers have no call for them. */
export const headline = scripted<State>({
  name: 'headline',
  begin: () => ({ id: 0, untilMs: 0 }),
  phases: [
    {
      name: 'telling',
      ms: EVERY_MS,
      enter(play) {
        play.state = { id: ++play.made, untilMs: play.nowMs + SHOWN_MS };
        return [currentPush(play), sessionPush('headline-content-next', { ...NEXT, id: ++play.made, durationS: secondsLeft(play) })];
      },
    },
    message(ROOM),
    message(SITE),
  ],
  show: (play) => (play.nowMs < play.state.untilMs ? [currentPush(play)] : []),
});

export const mock = recorded(
  'headline',
  headline,
  'Site headlines over the stage, one after the other',
  '全站头条，一条接一条显示在画面上方',
);
