import type { CardUser } from '../../core/room/user-card.ts';
import type { ChatRow, UserAction } from '../../core/room/view.ts';

/** Opens the card of the user beside the name that was pressed. */
export function openCard(act: (action: UserAction) => void, user: CardUser, name: Element): void {
  const { left, bottom } = name.getBoundingClientRect();
  act({ do: 'feature', feature: 'chat-tools', action: { do: 'open', user, anchor: { x: left, y: bottom } } });
}

/** Of a line, which may have left what is kept since it was drawn. */
export function openRowCard(act: (action: UserAction) => void, row: ChatRow | undefined, userId: number, name: Element): void {
  if (row === undefined) openCard(act, namedUser(userId, name.textContent, 0), name);
  else openCard(act, { ...row, logo: row.logo ?? '', line: row.type === 'welcome' ? '' : row.text }, name);
}

/** Of a tip or a banner, which say less about a user than a line does. */
export const namedUser = (userId: number, name: string, richLevel: number): CardUser => ({
  userId,
  name,
  logo: '',
  richLevel,
  isStar: false,
  badges: [],
  line: '',
});
