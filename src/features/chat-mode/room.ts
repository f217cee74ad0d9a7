import { countOf } from '../../core/counts.ts';
import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import {
  CLOSED,
  stepWithDialog,
  type DialogAction,
  type DialogEffect,
  type DialogEvent,
  type FeatureDialog,
} from '../../core/room/feature/feature-dialog.ts';
import { shownPerson, isNewer, type Newest } from '../../core/room/feature/feature-message.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { senderOf } from '../../core/room/chat/chat-row.ts';
import { defineRoomPart, isRoomStar, isViewer, loginChanged } from '../../workers/room/features/feature-api.ts';
import { executeRequest } from '../../workers/room/features/feature-effects.ts';

/** Seconds between two lines of one viewer that the star can choose; 0: no limit. */
export const SLOW_CHOICES = [0, 5, 10, 30, 60] as const;
const MAX_SLOW_S = 600;
const MAX_LINE_CHARS = 200;

interface Pinned {
  readonly lineId: string;
  readonly userId: number;
  readonly name: string;
  readonly text: string;
}
export interface Mode {
  readonly slowS: number;
  readonly isFollowersOnly: boolean;
  readonly pinned: Pinned | null;
}
const OPEN: Mode = { slowS: 0, isFollowersOnly: false, pinned: null };

export interface ChatMode {
  readonly name: 'free' | 'led';
  readonly mode: Mode;
  readonly newest: Newest | null;
  /** The pinned line that this viewer closed; a different line is shown again. */
  readonly hiddenLine: string;
  /** Slow mode: earliest time of the viewer's next line; null: a line can be sent now. */
  readonly nextLineMs: number | null;
  /** The star's tool. */
  readonly dialog: FeatureDialog;
}

export type ChatModeEvent =
  | { readonly type: 'mode'; readonly version: number; readonly mode: Mode }
  /** The viewer sent a line. */
  | { readonly type: 'line-sent' }
  | { readonly type: 'login-changed' }
  | { readonly type: 'hide-pinned' }
  | DialogEvent;

/** The calls `set`, `pin` and `unpin` are the star's. */
export type ChatModeAction = { readonly type: 'hide-pinned' } | DialogAction;

interface ChatModeContext {
  readonly userId: number;
  readonly isStar: boolean;
}

type ChatModeStep = Step<ChatMode, DialogEffect>;

export const chatModeMachine: Machine<ChatMode, ChatModeEvent, DialogEffect, ChatModeContext> = {
  name: 'chat-mode',
  initial: { name: 'free', mode: OPEN, newest: null, hiddenLine: '', nextLineMs: null, dialog: CLOSED },
  deadlineMs: ({ nextLineMs }) => nextLineMs,
  step,
};

function step(state: ChatMode, event: ChatModeEvent | Tick, nowMs: number, { userId, isStar }: ChatModeContext): ChatModeStep {
  switch (event.type) {
    case 'mode': {
      if (!isNewer(event.version, state.newest, nowMs)) return [state];
      const { mode, version } = event;
      const isLed = mode.slowS > 0 || mode.isFollowersOnly || mode.pinned !== null;
      // The server counts the new interval from the viewer's last line.
      const moreMs = (mode.slowS - state.mode.slowS) * 1_000;
      const nextLineMs = mode.slowS === 0 || state.nextLineMs === null ? null : state.nextLineMs + moreMs;
      return [{ ...state, name: isLed ? 'led' : 'free', mode, newest: { version, atMs: nowMs }, nextLineMs }];
    }
    case 'line-sent':
      if (state.mode.slowS === 0 || isStar) return [state];
      return [{ ...state, nextLineMs: nowMs + state.mode.slowS * 1_000 }];
    case 'hide-pinned':
      return [{ ...state, hiddenLine: state.mode.pinned?.lineId ?? '' }];
    case 'entry':
    case 'request':
      return isStar ? stepWithDialog(state, event, userId) : [state];
    case 'close':
    case 'answered':
      return stepWithDialog(state, event, userId);
    // The server counts the interval of each user.
    case 'login-changed':
    case 'tick':
      return [{ ...state, nextLineMs: null }];
  }
}

export function readMode({ version, slowS, isFollowersOnly, pinned }: BodyOfMessage<'chat-mode'>): ChatModeEvent {
  const text = shownText(pinned?.text ?? '', MAX_LINE_CHARS);
  const { userId, name } = shownPerson(pinned?.user ?? null);
  const shown = pinned === null || text === '' ? null : { lineId: pinned.lineId || text, userId, name, text };
  return { type: 'mode', version, mode: { slowS: Math.min(MAX_SLOW_S, countOf(slowS)), isFollowersOnly, pinned: shown } };
}

/** null: no rule is active, the star's dialog is closed, and no request of it failed. `wait`: slow mode, until the viewer's next line is accepted. */
export function chatModeView(state: ChatMode, isStar: boolean, nowMs: number) {
  const { mode, hiddenLine, nextLineMs, dialog } = state;
  const pinned = mode.pinned?.lineId === hiddenLine ? null : mode.pinned;
  if (mode.slowS === 0 && !mode.isFollowersOnly && pinned === null && !dialog.isOpen && dialog.request.name !== 'failed') return null;
  const wait = nextLineMs === null ? null : { leftMs: Math.max(0, nextLineMs - nowMs) };
  return { slowS: mode.slowS, wait, isFollowersOnly: mode.isFollowersOnly, pinned, isStar, ...dialog };
}

export type ChatModeView = NonNullable<ReturnType<typeof chatModeView>>;

const LINE_SENT: ChatModeEvent = { type: 'line-sent' };

/** The specification names no call for chat rules: `set`, `pin` and `unpin` are the project's own calls, for the star only. */
export const room = defineRoomPart({
  machine: chatModeMachine,
  context: (room) => ({ userId: room.login().userId, isStar: isRoomStar(room) }),
  view: (state, room) => chatModeView(state, isRoomStar(room), room.clock.nowMs()),
  messages: {
    'chat-mode': readMode,
    chat: (line, room) => (isViewer(room, senderOf(line)) ? LINE_SENT : null),
    'socket-chat': (line, room) => (isViewer(room, senderOf(line)) ? LINE_SENT : null),
  },
  onRoom: loginChanged,
  onAction: (action: ChatModeAction): ChatModeEvent => action,
  execute: (effect, room, send) => executeRequest(effect, room, (refusal) => send({ type: 'answered', refusal })),
});
