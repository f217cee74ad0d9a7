/** `npm run soak` runs the tests tagged @soak for minutes; the suite runs them just long enough for a result. */
export const isSoak = process.env['FOOTLIGHT_SOAK'] === '1';

export const inSoak = (amount: number, short: number): number => (isSoak ? amount : short);
