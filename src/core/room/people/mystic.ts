import type { RoomMessage } from '../../../wire/registry.ts';
import type { ChatRow } from '../view.ts';

/** S35: a privilege of star-diamond users: their name is hidden wherever names are shown. */
export const MYSTIC_NAME = '神秘嘉宾';

/** Mystic viewers that the room remembers, so that lines to them do not name them; the oldest are dropped first. */
const MAX_KNOWN_MYSTICS = 500;
/** User ids of mystic viewers, from the messages that name them. */
export type KnownMystics = Set<number>;

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

/** Texts of the server about the sender, which may contain the name. The sender's own text is not changed. */
const ABOUT_SENDER = ['wellcomes'] as const;
/** Fields that name another person by name and id. */
const OTHERS = [{ name: 'receivername', ids: ['receiverid', 'receiveruserid', 'receiverkugouid'] }] as const;
const SENDER_IDS = ['senderid', 'userid', 'kugouid', 'senderkugouid'] as const;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
const isId = (value: unknown): value is number => typeof value === 'number' && value > 0;

/**
 * The only place that hides mystic viewers: each message passes it before any other code of the room reads it. Names are replaced in the
 * fields of a name, never by a search in texts, because a name can be an ordinary word. A person keeps an id, made negative, so that two
 * mystic viewers remain distinct and no card opens for them; `ownId` is kept, because the viewer's own entries are marked.
 */
export function hideMystics(message: RoomMessage, ownId: number, known: KnownMystics): RoomMessage {
  // Fast path for floods of chat lines: a line names its sender and its receiver.
  if (message.name === 'chat' || message.name === 'socket-chat') {
    const { userExt, receiverid, receiveruserid } = message.body;
    if (userExt?.mystic !== true && !known.has(receiverid) && !known.has(receiveruserid)) return message;
  }
  const body = hidden(message.body, ownId, known);
  return body === message.body ? message : ({ ...message, body } as RoomMessage);
}

const isMysticSender = ({ userExt }: Fields): boolean => isFields(userExt) && userExt['mystic'] === true;
const isMysticPerson = ({ mystic, nickname }: Fields): boolean => mystic === true && typeof nickname === 'string';

function remember(id: unknown, known: KnownMystics): void {
  if (!isId(id)) return;
  known.add(id);
  if (known.size > MAX_KNOWN_MYSTICS) for (const oldest of known) return void known.delete(oldest);
}

/** Returns the same fields if they name no mystic viewer. */
function hidden(fields: Fields, ownId: number, known: KnownMystics): Fields {
  const changed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    const next = key === 'userExt' || !isFields(value) ? value : hiddenParts(value, ownId, known);
    if (next !== value) changed[key] = next;
  }
  if (isMysticSender(fields)) {
    for (const key of SENDER_IDS) remember(fields[key], known);
    for (const key of SENDER_NAMES) if (key in fields && fields[key] !== '') changed[key] = MYSTIC_NAME;
    for (const [key, nothing] of Object.entries(SENDER_MARKS)) if (key in fields) changed[key] = nothing;
    for (const key of ABOUT_SENDER) if (key in fields) changed[key] = '';
  }
  if (isMysticPerson(fields)) {
    const { userId } = fields;
    remember(userId, known);
    Object.assign(changed, { nickname: MYSTIC_NAME, userLogo: '', kugouId: 0, richlevel: 0 });
    if (typeof userId === 'number' && userId !== ownId) changed['userId'] = -Math.abs(userId);
  }
  for (const { name, ids } of OTHERS)
    if (fields[name] !== undefined && fields[name] !== '' && ids.some((id) => isId(fields[id]) && known.has(fields[id])))
      changed[name] = MYSTIC_NAME;
  return Object.keys(changed).length === 0 ? fields : { ...fields, ...changed };
}

function hiddenParts(value: Fields, ownId: number, known: KnownMystics): unknown {
  if (!Array.isArray(value)) return hidden(value, ownId, known);
  const items = value.map((item: unknown) => (isFields(item) ? hiddenParts(item, ownId, known) : item));
  return items.some((item, at) => item !== value[at]) ? items : value;
}

/** Name, id, portrait, level and badges would each identify the viewer. The author still sees the line marked as their own. */
export function hideMystic({ bubble: _bubble, logo: _logo, ...row }: ChatRow): ChatRow {
  return { ...row, name: MYSTIC_NAME, userId: 0, richLevel: 0, badges: [], isMystic: true };
}
