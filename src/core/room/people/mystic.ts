import type { RoomMessage } from '../../../wire/registry.ts';
import type { ChatRow } from '../view.ts';

/** S35: a privilege of star-diamond users: their name is hidden wherever names are shown. */
export const MYSTIC_NAME = '神秘嘉宾';

/** Shorter names are not replaced, because they occur as ordinary words in other texts. */
const MIN_REPLACED_CHARS = 2;
/** The mystic viewer's own text, which is not changed. */
const OWN_WORDS = 'chatmsg';

/**
 * Fields that name the sender of a message with `userExt`. The id and the level are kept, because rules need them; chat rows and tips hide
 * both.
 */
const SENDER_NAMES: readonly string[] = ['sendername', 'nickname'];
const SENDER_MARKS: Readonly<Record<string, string | number | null>> = {
  userLogo: '',
  senderlogo: '',
  kugouid: 0,
  senderkugouid: 0,
  fancyNumber: null,
};

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/**
 * The only place that hides mystic viewers: each message passes it before any other code of the room reads it. A person keeps an id, made
 * negative, so that two mystic viewers remain distinct and no card opens for them; `ownId` is kept, because the viewer's own entries are
 * marked.
 */
export function hideMystics(message: RoomMessage, ownId: number): RoomMessage {
  // Fast path for floods of chat lines: a line names only its sender.
  if ((message.name === 'chat' || message.name === 'socket-chat') && message.body.userExt?.mystic !== true) return message;
  const names = new Set<string>();
  if (!collect(message.body, names)) return message;
  return { ...message, body: hidden(message.body, names, ownId) } as RoomMessage;
}

const isMysticSender = ({ userExt }: Fields): boolean => isFields(userExt) && userExt['mystic'] === true;
const isMysticPerson = ({ mystic, nickname }: Fields): boolean => mystic === true && typeof nickname === 'string';

/** Adds the names of mystic viewers; true when there is one. */
function collect(fields: Fields, names: Set<string>): boolean {
  let isFound = false;
  if (isMysticSender(fields)) {
    for (const name of SENDER_NAMES) remember(fields[name], names);
    isFound = true;
  }
  if (isMysticPerson(fields)) {
    remember(fields['nickname'], names);
    isFound = true;
  }
  for (const key in fields) {
    const value = fields[key];
    if (key !== 'userExt' && isFields(value) && collect(value, names)) isFound = true;
  }
  return isFound;
}

function remember(name: unknown, names: Set<string>): void {
  if (typeof name === 'string' && name.length >= MIN_REPLACED_CHARS) names.add(name);
}

function hidden(fields: Fields, names: ReadonlySet<string>, ownId: number): Fields {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) result[key] = key === 'userExt' ? value : hiddenValue(key, value, names, ownId);
  if (isMysticSender(fields)) {
    for (const key of SENDER_NAMES) if (key in fields && fields[key] !== '') result[key] = MYSTIC_NAME;
    for (const [key, nothing] of Object.entries(SENDER_MARKS)) if (key in fields) result[key] = nothing;
  }
  if (isMysticPerson(fields)) {
    const { userId } = fields;
    Object.assign(result, { nickname: MYSTIC_NAME, userLogo: '', kugouId: 0, richlevel: 0 });
    if (typeof userId === 'number' && userId !== ownId) result['userId'] = -Math.abs(userId);
  }
  return result;
}

function hiddenValue(key: string, value: unknown, names: ReadonlySet<string>, ownId: number): unknown {
  if (typeof value === 'string' && key !== OWN_WORDS) return withoutNames(value, names);
  if (Array.isArray(value)) return value.map((item: unknown) => hiddenValue(key, item, names, ownId));
  return isFields(value) && !(value instanceof Uint8Array) ? hidden(value, names, ownId) : value;
}

function withoutNames(text: string, names: ReadonlySet<string>): string {
  let shown = text;
  for (const name of names) shown = shown.split(name).join(MYSTIC_NAME);
  return shown;
}

/** Name, id, portrait, level and badges would each identify the viewer. The author still sees the line marked as their own. */
export function hideMystic({ bubble: _bubble, logo: _logo, ...row }: ChatRow): ChatRow {
  return { ...row, name: MYSTIC_NAME, userId: 0, richLevel: 0, badges: [], isMystic: true };
}
