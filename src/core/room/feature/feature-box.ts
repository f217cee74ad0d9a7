/** Dialog state of a feature and the viewer's one pending call; shared by the features. */
import { assertNever } from '../../assert-never.ts';
import { answeredAsk, IDLE, reopenedAsk, sending, type Ask, type Refusal } from './ask.ts';

export interface FeatureBox {
  readonly isOpen: boolean;
  readonly ask: Ask;
}
export const CLOSED: FeatureBox = { isOpen: false, ask: IDLE };

/** The dialog was opened or closed, or another phase began: the last answer is removed, and a pending request stays pending. */
export const withoutAnswer = (box: FeatureBox, isOpen = box.isOpen): FeatureBox => ({ isOpen, ask: reopenedAsk(box.ask) });

export type CallFields = Readonly<Record<string, string | number>>;
/** Actions sent by a panel. */
export type BoxAction =
  | { readonly type: 'entry' }
  | { readonly type: 'close' }
  | { readonly type: 'ask'; readonly verb: string; readonly fields: CallFields };
export type BoxEvent =
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'ask'; readonly verb: string; readonly fields: CallFields }
  | { readonly type: 'answered'; readonly refusal: Refusal };
export type BoxEffect =
  | { readonly type: 'call'; readonly verb: string; readonly fields: CallFields }
  | { readonly type: 'snapshot'; readonly why: 'the phase ended without a message' }
  | { readonly type: 'login' };

export const ASK_AGAIN: BoxEffect = { type: 'snapshot', why: 'the phase ended without a message' };

export const boxEvent = (action: BoxAction): BoxEvent =>
  action.type === 'ask'
    ? { type: 'ask', verb: action.verb, fields: action.fields }
    : action.type === 'entry'
      ? { type: 'open' }
      : { type: 'close' };

/** Returns the same box if nothing changed. */
export function stepBox(box: FeatureBox, event: BoxEvent, userId: number): readonly [FeatureBox, ...BoxEffect[]] {
  switch (event.type) {
    case 'open':
      return [box.isOpen ? box : withoutAnswer(box, true)];
    case 'close':
      return [box.isOpen ? withoutAnswer(box, false) : box];
    case 'ask':
      if (box.ask.name === 'sending') return [box];
      if (userId === 0) return [box, { type: 'login' }];
      return [
        { ...box, ask: sending(`${event.verb} ${Object.values(event.fields).join(' ')}`) },
        { type: 'call', verb: event.verb, fields: event.fields },
      ];
    case 'answered':
      return [box.ask.name === 'sending' ? { ...box, ask: answeredAsk(box.ask, event.refusal) } : box];
    default:
      return assertNever(event);
  }
}
