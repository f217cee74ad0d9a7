import { isUsualTalk } from './room-talk.ts';
import { personNamed } from './course-people.ts';
/** Who is there already, with what they gave in this show; one of them is a mystic viewer. */
const PEOPLE = [
    ['南风知我意', 34, 12880, 3],
    ['山川', 28, 6660, 0],
    ['一颗糖', 22, 5200, 2],
    ['夜航船', 19, 1314, 1],
    ['橘子海', 17, 520, 0],
    ['阿澈', 23, 188, 2],
    ['半夏', 12, 66, 0],
    ['柚子茶', 9, 10, 0],
    ['小满', 8, 0, 1],
    ['初雪', 5, 0, 0],
    ['木子', 3, 0, 0],
    ['Leo', 2, 0, 0],
];
const MYSTIC = '山川';
const TOTAL = 1286;
/** Oldest first, and how long before the entry; in seconds. */
const LINES = [
    ['橘子海', '刚才那首叫什么名字？', 171],
    ['夜航船', '《晚风经过第七站》，歌单里有', 158],
    ['山川', '这把嗓子值得半夜不睡', 121],
    ['一颗糖', '主播喝口水再唱', 83],
    ['南风知我意', '下一首我来点', 46],
    ['半夏', '新来的朋友往前坐', 12],
];
const person = (nickname, richlevel) => ({ ...personNamed(nickname), richlevel });
const levelOf = (nickname) => PEOPLE.find(([name]) => name === nickname)?.[1] ?? 1;
/** By the viewer's number, as the card of a viewer says the same as the list; null: nobody of the list. */
export const knownViewer = (userId) => {
    const known = PEOPLE.find(([nickname]) => personNamed(nickname).userId === userId);
    return known === undefined ? null : { richlevel: known[1], coins: known[2], guard: known[3] };
};
/** A room with a recording of its own is as the recording says. */
export const greetingFor = (chat, roomId, nowMs) => isUsualTalk(chat) ? greetingOf(roomId, nowMs) : [];
export function greetingOf(roomId, nowMs) {
    const audience = {
        roomId,
        version: 1,
        total: TOTAL,
        members: PEOPLE.map(([nickname, richlevel, coins, guard]) => ({
            user: person(nickname, richlevel),
            coins,
            guard,
            mystic: nickname === MYSTIC,
        })),
    };
    const history = {
        roomid: roomId,
        lines: LINES.map(([nickname, text, agoS]) => ({
            user: person(nickname, levelOf(nickname)),
            text,
            timeMs: nowMs - agoS * 1000,
            mystic: nickname === MYSTIC,
        })),
    };
    return [
        { name: 'audience', body: audience },
        { name: 'chat-history', body: history },
    ];
}
