/** The calls of the modules, `POST {live}/module/{name}/{verb}`: from the bytes of a request to the course and back. */
import { COURSE_CODE, refused } from './course.ts';
const PATH = /^\{live\}\/module\/([a-z][a-z-]{0,39})\/([a-z][a-z-]{0,39})$/;
/** null: no call of a module. A body that is no object is a call without fields: the course refuses it. */
export function readModuleCall(method, path, body) {
    const [, name, verb] = method === 'POST' ? (PATH.exec(path) ?? []) : [];
    if (name === undefined || verb === undefined)
        return null;
    const fields = readFields(body);
    const number = (key) => (Number.isSafeInteger(fields[key]) ? fields[key] : 0);
    const userId = number('userId');
    return {
        roomId: number('roomId'),
        name,
        call: { verb, fields },
        viewer: { userId, nickname: viewerName(userId), isStar: userId !== 0 && userId === number('starId') },
    };
}
/** As the chat server calls a viewer (chat-server.ts). */
export const viewerName = (userId) => (userId === 0 ? '' : `观众${String(userId).slice(-4)}`);
function readFields(body) {
    try {
        const parsed = JSON.parse(body);
        return typeof parsed === 'object' && parsed !== null ? parsed : {};
    }
    catch {
        return {};
    }
}
/** Checks that every scripted session makes of a viewer who acts. */
export function refusalOf(viewer, isForStar) {
    if (viewer.userId === 0)
        return refused(COURSE_CODE.loginNeeded, '请先登录');
    if (isForStar && !viewer.isStar)
        return refused(COURSE_CODE.starOnly, '仅主播可操作');
    return null;
}
