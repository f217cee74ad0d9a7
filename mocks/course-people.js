/** Who speaks and acts in the courses of the mock. */
import { portraitOf } from './portraits.ts';
/** A person of a message, by a name: the number follows from it. */
export const personNamed = (nickname, userId = 600000 + (Array.from(nickname).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 9000)) => ({
    userId,
    kugouId: userId,
    nickname,
    richlevel: 12,
    userLogo: portraitOf(userId),
    mystic: false,
});
/** The star of the offline room. */
export const MOCK_STAR = {
    userId: 91001,
    kugouId: 91001,
    nickname: '小喵Momo',
    richlevel: 20,
    userLogo: '/fixtures/images/userlogo/avatar-5.jpg',
    mystic: false,
};
export const MOCK_RIVAL = {
    userId: 91003,
    kugouId: 91003,
    nickname: '夏沫',
    richlevel: 20,
    userLogo: '/fixtures/images/userlogo/avatar-3.jpg',
    mystic: false,
};
