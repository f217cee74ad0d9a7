import { defineMock } from '../../../mocks/scenario.ts';
import { badFields, sessionPush, type SessionPush, personNamed } from '../../../mocks/sessions/session.ts';
import { scripted, type Play } from '../../../mocks/sessions/session-script.ts';

/** Same limit as the form; checked again by the server. */
const MAX_CHARS = 60;
/** Separate from the ids of the site's headlines. */
const FIRST_ID = 50_000;

const line = (play: Play<object>, content: string, nickname: string, userId: number): SessionPush =>
  sessionPush('headline-message', { id: FIRST_ID + ++play.made, content, sender: personNamed(nickname, userId) });

/** The star's line becomes a headline for everybody in the room. The scripted session itself sends one line. */
export const liveFlash = scripted({
  name: 'live-flash',
  begin: () => ({}),
  phases: [{ name: 'shown', ms: 10_000, enter: (play) => [line(play, '今晚九点抽三位听众连麦', '主播', 1)] }],
  starCalls: {
    write(play, { text }, { nickname, userId }) {
      if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_CHARS) return badFields('快讯不能为空');
      return play.push(line(play, text.trim(), nickname, userId));
    },
  },
});

export const mock = defineMock({
  sessions: [liveFlash],
  scenarios: {},
});
