import { assertNever } from '../../core/assert-never.ts';
import type { Machine, Step, Tick } from '../../core/machine.ts';
import { MUTE_MS, withMute, type Mute } from '../../core/room/mutes.ts';
import { withFollowing, type Profile } from './rules-profile.ts';
import { readCardUser, type CardAnchor, type CardUser } from '../../core/room/user-card.ts';

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
  | { readonly at: 'none' }
  /** The viewer chooses a reason. */
  | { readonly at: 'choosing' }
  | { readonly at: 'calling' | 'done'; readonly verb: CallVerb }
  /** `message`: the service's text; '' if it sent none. */
  | { readonly at: 'failed'; readonly verb: CallVerb; readonly message: string };

interface Remembered {
  /** Counts opened cards; an answer for an earlier card is dropped. */
  readonly cards: number;
  /** Mutes made from this page. */
  readonly mutes: readonly Mute[];
}

export type ChatTools = Remembered &
  (
    | { readonly at: 'closed' | 'settings' }
    | {
        readonly at: 'card';
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
  | { readonly type: 'close' }
  | { readonly type: 'choose-reason' }
  | { readonly type: 'call'; readonly verb: CallVerb; readonly reason: ReportReason | '' }
  /** `message` null: success. */
  | { readonly type: 'answer'; readonly card: number; readonly message: string | null };

export type ChatToolsEffect =
  | {
      readonly do: 'call';
      readonly card: number;
      readonly verb: CallVerb;
      readonly fields: { readonly toUserId: number; readonly name: string; readonly line: string; readonly reason: string };
    }
  | { readonly do: 'profile'; readonly userId: number }
  | { readonly do: 'login' }
  | { readonly do: 'refuse'; readonly why: CallRefusedWhy };

export interface ChatToolsContext {
  /** 0: not logged in. */
  readonly userId: number;
  readonly role: 0 | 1;
}

export type ChatToolsAction =
  | { readonly do: 'entry' | 'close' | 'choose-reason' | 'follow' | 'unfollow' }
  | { readonly do: 'open'; readonly user: CardUser; readonly anchor: CardAnchor }
  | { readonly do: 'report'; readonly reason: ReportReason }
  | { readonly do: StarVerb };

export type ChatToolsView = { readonly shows: 'settings' } | { readonly shows: 'card'; readonly card: Extract<ChatTools, { at: 'card' }> };

type ChatToolsStep = Step<ChatTools, ChatToolsEffect>;

export const CHAT_TOOLS: Machine<ChatTools, ChatToolsEvent, ChatToolsEffect, ChatToolsContext> = {
  name: 'chat-tools',
  initial: { at: 'closed', cards: 0, mutes: [] },
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
        { at: 'card', cards: cards + 1, mutes, user, anchor: event.anchor, call: { at: 'none' }, isMuted, profile: null },
        { do: 'profile', userId: user.userId },
      ];
    }
    case 'profile':
      // The answer belongs to a card that is already closed.
      return [state.at === 'card' && state.user.userId === event.profile.userId ? { ...state, profile: event.profile } : state];
    case 'open-settings':
      return [{ at: 'settings', cards, mutes }];
    case 'close':
      return state.at === 'closed' ? [state] : [{ at: 'closed', cards, mutes }];
    case 'choose-reason':
      return state.at === 'card' && state.call.at !== 'calling' ? [{ ...state, call: { at: 'choosing' } }] : [state];
    case 'call':
      return state.at === 'card' ? call(state, event.verb, event.reason, context) : [state];
    case 'answer': {
      if (state.at !== 'card' || state.call.at !== 'calling' || event.card !== cards) return [state];
      const { verb } = state.call;
      if (event.message !== null) return [{ ...state, call: { at: 'failed', verb, message: event.message } }];
      return [{ ...state, call: { at: 'done', verb }, ...afterwards(state, verb, nowMs) }];
    }
    case 'tick':
      return [state];
    default:
      return assertNever(event);
  }
}

/** State of the user after a successful call. */
function afterwards(
  { mutes, isMuted, profile, user: { userId } }: Extract<ChatTools, { at: 'card' }>,
  verb: CallVerb,
  nowMs: number,
): Pick<Extract<ChatTools, { at: 'card' }>, 'mutes' | 'isMuted' | 'profile'> {
  if (verb === 'follow' || verb === 'unfollow')
    return { mutes, isMuted, profile: profile === null ? null : withFollowing(profile, verb === 'follow') };
  if (verb !== 'mute' && verb !== 'unmute') return { mutes, isMuted, profile };
  return { mutes: withMute(mutes, userId, verb === 'mute' ? nowMs + MUTE_MS : null), isMuted: verb === 'mute', profile };
}

function call(
  state: Extract<ChatTools, { at: 'card' }>,
  verb: CallVerb,
  reason: ReportReason | '',
  { userId, role }: ChatToolsContext,
): ChatToolsStep {
  if (userId === 0) return [state, { do: 'login' }, { do: 'refuse', why: 'nobody is logged in' }];
  if (isStarVerb(verb) && role !== 1) return [state, { do: 'refuse', why: 'only the star may do that' }];
  if (state.call.at === 'calling') return [state, { do: 'refuse', why: 'another call is on its way' }];
  const { user, cards } = state;
  const fields = { toUserId: user.userId, name: user.name, line: user.line, reason };
  return [
    { ...state, call: { at: 'calling', verb } },
    { do: 'call', card: cards, verb, fields },
  ];
}

export function viewOf(state: ChatTools): ChatToolsView | null {
  switch (state.at) {
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
