import { type FeatureRequest, badFields, sessionPush, type SessionAnswer } from '../sessions/session.ts';
import { scripted } from '../sessions/session-script.ts';
import { fieldsOf, readJson } from './json.ts';

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

/** User ids of the followers who are not in the recording's count, by room. The offline room stores them like the page its follows. */
export interface FollowerStore {
  readonly read: (roomId: number) => readonly number[];
  readonly write: (roomId: number, userIds: readonly number[]) => void;
}

const INFO_PATH = /^\{live\}\/room\/(\d{1,12})\/info$/;

export const createFollowers = ({ read, write }: FollowerStore) => ({
  /** A call of a feature was answered. */
  answered({ roomId, name, call, viewer }: FeatureRequest, { code }: SessionAnswer): void {
    if (name !== 'follow' || call.verb !== 'set' || code !== 0) return;
    const others = read(roomId).filter((one) => one !== viewer.userId);
    write(roomId, call.fields['on'] === 1 ? [...others, viewer.userId].slice(-MAX_FOLLOWERS) : others);
  },
  /** The body of an answer to `path`: live info with these followers. */
  apply(path: string, body: string): string {
    const [, roomId] = INFO_PATH.exec(path) ?? [];
    const userIds = roomId === undefined ? [] : read(Number(roomId));
    if (userIds.length === 0) return body;
    const answer = fieldsOf(readJson(body));
    const data = fieldsOf(answer['data']);
    const room = fieldsOf(data['room']);
    const { followers } = room;
    if (typeof followers !== 'number') return body;
    return JSON.stringify({ ...answer, data: { ...data, room: { ...room, followers: followers + userIds.length } } });
  },
});
