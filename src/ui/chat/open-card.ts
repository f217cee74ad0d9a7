import type { CardUser } from '../../core/room/people/user-card.ts';
import type { ChatRow, UserAction } from '../../core/room/view.ts';

/** Opens the user's profile card beside the pressed name. */
export function openCard(act: (action: UserAction) => void, user: CardUser, name: Element): void {
  const { left, bottom } = name.getBoundingClientRect();
  act({ type: 'feature', feature: 'user-card', action: { type: 'open', user, anchor: { x: left, y: bottom } } });
}

/** For a line, which may no longer be in the history. */
export function openRowCard(act: (action: UserAction) => void, row: ChatRow | undefined, userId: number, name: Element): void {
  if (row === undefined) openCard(act, namedUser(userId, name.textContent, 0), name);
  else openCard(act, { ...row, logo: row.logo ?? '', line: row.type === 'welcome' ? '' : row.text }, name);
}

/** For a tip or a banner, which have fewer data about a user than a line. */
export const namedUser = (userId: number, name: string, richLevel: number): CardUser => ({
  userId,
  name,
  logo: '',
  richLevel,
  isStar: false,
  badges: [],
  line: '',
});
