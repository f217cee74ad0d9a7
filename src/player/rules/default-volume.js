/** A file of its own: the page needs it before the table of the player's numbers is loaded. */
export const DEFAULT_VOLUME_PERCENT = 80;
