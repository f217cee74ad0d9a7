/** A separate file, because the page needs it before the table of player numbers is loaded. */
export const DEFAULT_VOLUME_PERCENT = 80;
