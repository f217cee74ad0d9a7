import { rows, more, type FeatureWires } from '../../wires/feature-wires.ts';
import { VIEWER } from '../../wires/people.ts';
import type { ChatToolsAction } from '../../../src/features/chat-tools/room.ts';

const CARD = {
  user: { userId: 42, name: '阿星', richLevel: 3, logo: '', isStar: false, badges: [], line: '你好' },
  anchor: { x: 1, y: 2 },
} satisfies Omit<Extract<ChatToolsAction, { readonly type: 'open' }>, 'type'>;

const MODERATION = [{ verb: 'mute' }, { verb: 'unmute' }, { verb: 'kick' }] as const;

export const wires: FeatureWires = {
  counts: [{ type: 'refuse', why: 'reason' }, 'call left out: reason', 1],
  actions: [
    rows<ChatToolsAction>(
      {
        entry: [{}],
        close: [{}],
        'choose-reason': [{}],
        open: [CARD],
        call: [{ verb: 'report', reason: 'abuse' }, { verb: 'follow' }, { verb: 'unfollow' }, ...MODERATION],
      },
      { before: [{ type: 'open', ...CARD }] },
    ),
    more<ChatToolsAction>('the star', { call: MODERATION }, { as: 'star', before: [{ type: 'open', ...CARD }] }),
  ],
  cases: { login: [{ userid: VIEWER.userId }] },
};
