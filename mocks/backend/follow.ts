import { badFields, sessionPush } from '../sessions/session.ts';
import { scripted } from '../sessions/session-script.ts';

/** Maximum number of followers; the newest are kept. */
const MAX_FOLLOWERS = 500;

interface State {
  followers: readonly number[];
}

/** Followers of the star: answers the call and pushes new followers to the room. It has no phases. */
export const follow = scripted<State>({
  name: 'follow',
  begin: () => ({ followers: [] }),
  calls: {
    set(play, { on }, { userId, nickname, isStar }) {
      const { state } = play;
      if (on !== 0 && on !== 1) return badFields('');
      if (isStar) return '不能关注自己';
      const others = state.followers.filter((one) => one !== userId);
      const isNew = others.length === state.followers.length;
      state.followers = on === 0 ? others : [...others, userId].slice(-MAX_FOLLOWERS);
      if (on === 1 && isNew) play.push(sessionPush('follow', { userid: userId, nickname, richlevel: 18 }));
    },
  },
});
