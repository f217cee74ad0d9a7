import { eventWith } from '../../core/room/feature/feature-message.ts';
import type { ByType } from '../../core/by-type.ts';
import { countOf } from '../../core/counts.ts';
import { pictureUrl, shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import { type Refusal, refusalIn } from '../../core/room/feature/feature-dialog.ts';
import { MUTE_MS, withMute, type Mute } from '../../core/room/chat/blocked.ts';
import { readCardUser, type CardAnchor, type CardUser } from '../../core/room/people/user-card.ts';
import { defineRoomPart, isViewer, loginChanged, type FeatureContext } from '../../workers/room/features/feature-api.ts';

const MAX_GIFTS = 4;
const MAX_GIFT_NAME_CHARS = 16;

/** Profile from the service, in addition to the data of the chat line. */
export interface Profile {
  readonly userId: number;
  readonly logo: string;
  readonly richLevel: number;
  readonly fans: number;
  readonly isFollowing: boolean;
  /** Guard level for the star; 0: no guard. */
  readonly guard: number;
  /** Coins given in this room. */
  readonly coins: number;
  readonly gifts: readonly { readonly name: string; readonly iconUrl: string; readonly num: number }[];
}

export function readProfile(body: BodyOfMessage<'user-profile'>): Profile | null {
  const userId = countOf(body.userId);
  if (userId === 0) return null;
  const gifts = body.gifts.flatMap(({ name, iconUrl, num }) => {
    const shown = shownText(name, MAX_GIFT_NAME_CHARS);
    return shown === '' || countOf(num) === 0 ? [] : [{ name: shown, iconUrl: pictureUrl(iconUrl), num }];
  });
  return {
    userId,
    logo: pictureUrl(body.userLogo),
    richLevel: countOf(body.richlevel),
    fans: countOf(body.fans),
    isFollowing: body.isFollowing,
    guard: countOf(body.guard),
    coins: countOf(body.coins),
    gifts: gifts.slice(0, MAX_GIFTS),
  };
}

/** After the viewer followed or unfollowed this user. */
const withFollowing = (profile: Profile, isFollowing: boolean): Profile =>
  profile.isFollowing === isFollowing ? profile : { ...profile, isFollowing, fans: Math.max(0, profile.fans + (isFollowing ? 1 : -1)) };

/** Reasons for a report, as sent to the service. */
export const REPORT_REASONS = ['advertising', 'abuse', 'indecent', 'fraud', 'other'] as const;
type ReportReason = (typeof REPORT_REASONS)[number];

/** Moderation calls of the star in the own room: mute for ten minutes, unmute, remove from the room. */
export const STAR_VERBS = ['mute', 'unmute', 'kick'] as const;
export type StarVerb = (typeof STAR_VERBS)[number];
type CallVerb = 'report' | 'follow' | 'unfollow' | StarVerb;
const isStarVerb = (verb: CallVerb): verb is StarVerb => STAR_VERBS.some((own) => own === verb);

export const CALL_REFUSED_REASONS = ['nobody is logged in', 'only the star may do that', 'another call is on its way'] as const;
type CallRefusedWhy = (typeof CALL_REFUSED_REASONS)[number];

export type CardCall =
  | { readonly name: 'none' }
  | { readonly name: 'choosing' }
  | { readonly name: 'calling' | 'done'; readonly verb: CallVerb }
  /** `message`: the service's text; '' if it sent none. */
  | { readonly name: 'failed'; readonly verb: CallVerb; readonly message: string };

interface Remembered {
  /** Counts opened cards; an answer for an earlier card is dropped. */
  readonly cards: number;
  /** Mutes made from this page. */
  readonly mutes: readonly Mute[];
}

export type ChatTools = Remembered &
  (
    | { readonly name: 'closed' | 'settings' }
    | {
        readonly name: 'card';
        readonly user: CardUser;
        readonly anchor: CardAnchor;
        readonly call: CardCall;
        /** The star has muted the user and the mute still holds: the card offers to end it. */
        readonly isMuted: boolean;
        /** null until the service has answered; the card opens without it. */
        readonly profile: Profile | null;
      }
  );

export type ChatToolsAction =
  /** The settings. */
  | { readonly type: 'entry' }
  /** The card of a user. */
  | { readonly type: 'open'; readonly user: CardUser; readonly anchor: CardAnchor }
  | { readonly type: 'close' }
  | { readonly type: 'choose-reason' }
  | { readonly type: 'call'; readonly verb: CallVerb; readonly reason?: ReportReason };

type ChatToolsEvent =
  | ChatToolsAction
  | { readonly type: 'profile'; readonly profile: Profile }
  | { readonly type: 'login-changed' }
  /** The server has accepted the viewer's login, perhaps again: it sends profiles to this login from now on. */
  | { readonly type: 'entered' }
  | {
      readonly type: 'answer';
      readonly card: number;
      readonly verb: CallVerb;
      readonly userId: number;
      readonly message: Refusal;
    };

export type ChatToolsEffect =
  | {
      readonly type: 'call';
      readonly card: number;
      readonly verb: CallVerb;
      readonly fields: { readonly toUserId: number; readonly name: string; readonly line: string; readonly reason: string };
    }
  | { readonly type: 'profile'; readonly userId: number }
  | { readonly type: 'login' }
  | { readonly type: 'refuse'; readonly why: CallRefusedWhy };

export interface ChatToolsContext {
  /** 0: not logged in. */
  readonly userId: number;
  readonly role: 0 | 1;
}

export type ChatToolsView =
  | { readonly shows: 'settings' }
  | { readonly shows: 'card'; readonly card: Extract<ChatTools, { name: 'card' }> };

type ChatToolsStep = Step<ChatTools, ChatToolsEffect>;

export const chatToolsMachine: Machine<ChatTools, ChatToolsEvent, ChatToolsEffect, ChatToolsContext> = {
  name: 'chat-tools',
  initial: { name: 'closed', cards: 0, mutes: [] },
  step: stepChatTools,
  deadlineMs: () => null,
};

function stepChatTools(state: ChatTools, event: ChatToolsEvent | Tick, nowMs: number, context: ChatToolsContext): ChatToolsStep {
  const { cards } = state;
  const mutes = state.mutes.filter(({ untilMs }) => nowMs < untilMs);
  switch (event.type) {
    case 'open': {
      const user = readCardUser(event.user);
      if (user === null) return [state];
      const isMuted = mutes.some(({ userId }) => userId === user.userId);
      return [
        { name: 'card', cards: cards + 1, mutes, user, anchor: event.anchor, call: { name: 'none' }, isMuted, profile: null },
        { type: 'profile', userId: user.userId },
      ];
    }
    case 'profile':
      // A profile for a card that is already closed is ignored.
      return [state.name === 'card' && state.user.userId === event.profile.userId ? { ...state, profile: event.profile } : state];
    case 'login-changed':
      return [state.name === 'card' && state.profile !== null ? { ...state, profile: { ...state.profile, isFollowing: false } } : state];
    case 'entered':
      return state.name === 'card' ? [state, { type: 'profile', userId: state.user.userId }] : [state];
    case 'entry':
      return [{ name: 'settings', cards, mutes }];
    case 'close':
      return state.name === 'closed' ? [state] : [{ name: 'closed', cards, mutes }];
    case 'choose-reason':
      return state.name === 'card' && state.call.name !== 'calling' ? [{ ...state, call: { name: 'choosing' } }] : [state];
    case 'call':
      return state.name === 'card' ? call(state, event.verb, event.reason ?? '', context) : [state];
    case 'answer':
      return [answered({ ...state, mutes }, event, nowMs)];
    case 'tick':
      return [state];
  }
}

type Answer = Extract<ChatToolsEvent, { type: 'answer' }>;

/** A mute holds even if its card was closed before the answer: the next card of that user offers to end it. */
function answered(state: ChatTools, { card, verb, userId, message }: Answer, nowMs: number): ChatTools {
  const isMuting = message === null && (verb === 'mute' || verb === 'unmute');
  const mutes = isMuting ? withMute(state.mutes, userId, verb === 'mute' ? nowMs + MUTE_MS : null) : state.mutes;
  if (state.name !== 'card') return { ...state, mutes };
  const next = { ...state, mutes, isMuted: mutes.some((mute) => mute.userId === state.user.userId) };
  if (state.call.name !== 'calling' || card !== state.cards) return next;
  if (message === undefined) return { ...next, call: { name: 'none' } };
  if (message !== null) return { ...next, call: { name: 'failed', verb, message } };
  const isFollow = verb === 'follow' || verb === 'unfollow';
  const profile = isFollow && state.profile !== null ? withFollowing(state.profile, verb === 'follow') : state.profile;
  return { ...next, call: { name: 'done', verb }, profile };
}

function call(
  state: Extract<ChatTools, { name: 'card' }>,
  verb: CallVerb,
  reason: ReportReason | '',
  { userId, role }: ChatToolsContext,
): ChatToolsStep {
  if (userId === 0) return [state, { type: 'login' }, { type: 'refuse', why: 'nobody is logged in' }];
  if (isStarVerb(verb) && role !== 1) return [state, { type: 'refuse', why: 'only the star may do that' }];
  if (state.call.name === 'calling') return [state, { type: 'refuse', why: 'another call is on its way' }];
  const { user, cards } = state;
  const fields = { toUserId: user.userId, name: user.name, line: user.line, reason };
  return [
    { ...state, call: { name: 'calling', verb } },
    { type: 'call', card: cards, verb, fields },
  ];
}

export function viewOf(state: ChatTools): ChatToolsView | null {
  switch (state.name) {
    case 'closed':
      return null;
    case 'settings':
      return { shows: 'settings' };
    case 'card':
      return { shows: 'card', card: state };
  }
}

const EXECUTE: ByType<ChatToolsEffect, [room: FeatureContext, send: (event: ChatToolsEvent) => void]> = {
  call: (effect, room, send) => void callService(effect, room).then(send),
  // The profile arrives as a message; until then the card shows the data of the chat line.
  profile: ({ userId }, room) => void room.callFeature('profile', { toUserId: userId }),
  login: (_, room) => room.openLogin(),
  refuse: ({ why }, room) => room.count(`call left out: ${why}`, 1),
};

/**
 * The specification shows no call about another viewer: `report`, `mute`, `unmute` and `kick` are the project's own calls, answered like
 * the other feature calls.
 */
export const room = defineRoomPart({
  machine: chatToolsMachine,
  context: (room): ChatToolsContext => ({ userId: room.login().userId, role: room.room().role }),
  view: viewOf,
  messages: {
    'user-profile': (body) => eventWith('profile', readProfile(body)),
    login: (body, room): ChatToolsEvent | null => (isViewer(room, body.userid) ? { type: 'entered' } : null),
  },
  onRoom: loginChanged,
  onAction: (action: ChatToolsAction): ChatToolsEvent => action,
  execute: EXECUTE,
});

async function callService(effect: Extract<ChatToolsEffect, { type: 'call' }>, room: FeatureContext): Promise<ChatToolsEvent> {
  const { userId } = room.login();
  const answer = await room.callFeature(effect.verb, effect.fields);
  if (!answer.ok) room.failure(answer.error);
  const message = room.login().userId === userId ? refusalIn(answer) : undefined;
  return { type: 'answer', card: effect.card, verb: effect.verb, userId: effect.fields.toUserId, message };
}
