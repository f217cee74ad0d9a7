/** Portraits that the fixtures have. */
const PORTRAITS = 8;
/** One in five has none, as in a real crowd: the page shows the first letter of the name. */
export const portraitOf = (userId) => userId % 5 === 0 ? '' : `/fixtures/images/avatar-${1 + (Math.abs(userId) % PORTRAITS)}.jpg`;
