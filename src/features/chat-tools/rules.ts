import { assertNever } from '../../core/assert-never.ts';
import type { Machine, Step, Tick } from '../../core/machine.ts';
import type { Refusal } from '../../core/room/feature/ask.ts';
import { MUTE_MS, withMute, type Mute } from '../../core/room/chat/mutes.ts';
import { withFollowing, type Profile } from './rules-profile.ts';
import { readCardUser, type CardAnchor, type CardUser } from '../../core/room/people/user-card.ts';

/** Reasons for a report, as sent to the service. */
export const REPORT_REASONS = ['advertising', 'abuse', 'indecent', 'fraud', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Moderation calls of the star in the own room: mute for ten minutes, unmute, remove from the room. */
export const STAR_VERBS = ['mute', 'unmute', 'kick'] as const;
export type StarVerb = (typeof STAR_VERBS)[number];
export type CallVerb = 'report' | 'follow' | 'unfollow' | StarVerb;
const isStarVerb = (verb: CallVerb): verb is StarVerb => STAR_VERBS.some((own) => own === verb);

export const CALL_REFUSED_WHYS = ['nobody is logged in', 'only the star may do that', 'another call is on its way'] as const;
type CallRefusedWhy = (typeof CALL_REFUSED_WHYS)[number];

export type CardCall =
  | { readonly name: 'none' }
  /** The viewer chooses a reason. */
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

export type ChatToolsEvent =
  | { readonly type: 'open-card'; readonly user: CardUser; readonly anchor: CardAnchor }
  | { readonly type: 'open-settings' }
  | { readonly type: 'profile'; readonly profile: Profile }
  | { readonly type: 'login-changed' }
  /** The server has accepted the viewer's login, perhaps again: it sends profiles to this login from now on. */
  | { readonly type: 'entered' }
  | { readonly type: 'close' }
  | { readonly type: 'choose-reason' }
  | { readonly type: 'call'; readonly verb: CallVerb; readonly reason: ReportReason | '' }
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

export type ChatToolsAction =
  | { readonly type: 'entry' | 'close' | 'choose-reason' | 'follow' | 'unfollow' }
  | { readonly type: 'open'; readonly user: CardUser; readonly anchor: CardAnchor }
  | { readonly type: 'report'; readonly reason: ReportReason }
  | { readonly type: StarVerb };

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
    case 'open-card': {
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
    case 'open-settings':
      return [{ name: 'settings', cards, mutes }];
    case 'close':
      return state.name === 'closed' ? [state] : [{ name: 'closed', cards, mutes }];
    case 'choose-reason':
      return state.name === 'card' && state.call.name !== 'calling' ? [{ ...state, call: { name: 'choosing' } }] : [state];
    case 'call':
      return state.name === 'card' ? call(state, event.verb, event.reason, context) : [state];
    case 'answer':
      return [answered({ ...state, mutes }, event, nowMs)];
    case 'tick':
      return [state];
    default:
      return assertNever(event);
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
    default:
      return assertNever(state);
  }
}
