import { chance } from './faults.ts';
/** What the registry says of the name, without what need not be said. */
export const coursePush = (name, body, toUserId = null) => ({
    name,
    body,
    toUserId,
});
export const answered = (data = {}) => ({ code: 0, data });
export const refused = (code, msg) => ({ code, msg });
/** Codes of the modules' calls: the project's own, no document shows any. */
export const COURSE_CODE = { badFields: 400, loginNeeded: 401, starOnly: 403, notNow: 409, unknownVerb: 404 };
/** One of a few, the same each time. */
export const pickBy = (items, seed, counter) => items[Math.floor(chance(seed, counter) * items.length)];
