/** Number of portraits in the fixtures. */
const PORTRAITS = 8;

/** One in five users has none, so that the placeholder letter is shown too. */
export const portraitOf = (userId: number): string =>
  userId % 5 === 0 ? '' : `/fixtures/images/avatar-${1 + (Math.abs(userId) % PORTRAITS)}.jpg`;
