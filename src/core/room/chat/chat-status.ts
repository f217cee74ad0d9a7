import { firstRule, type Rule } from '../../../player/base/machine.ts';
import type { ChatView } from '../view.ts';

interface ChatFacts {
  readonly connection: ChatView['connection'];
  /** Failures since the last stable connection. */
  readonly attempt: number;
  /** The browser's report on its network. */
  readonly isOnline: boolean;
}

/**
 * The status text of the chat connection. Without a network the page shows one message for all parts; during the first connection the empty
 * list shows it.
 */
const RULES = [
  { why: 'connected', says: 'nothing', when: ({ connection }) => connection === 'open' },
  { why: 'the page says that there is no network', says: 'nothing', when: ({ isOnline }) => !isOnline },
  { why: 'given up', says: 'failed', when: ({ connection }) => connection === 'failed' },
  { why: 'a round of attempts failed', says: 'unreachable', when: ({ connection }) => connection === 'paused' },
  { why: 'the next try has a time', says: 'waiting', when: ({ connection }) => connection === 'waiting' },
  { why: 'a try again', says: 'trying', when: ({ attempt }) => attempt > 0 },
  { why: 'the first connection', says: 'first', when: () => true },
] as const satisfies readonly (Rule<ChatFacts> & { readonly says: string })[];

export type ChatStatus = (typeof RULES)[number]['says'];

export const chatStatus = (facts: ChatFacts): ChatStatus => firstRule(RULES, facts).says;
