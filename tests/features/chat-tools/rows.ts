import { rows, more, type FeatureWires } from '../../wires/feature-wires.ts';
import { VIEWER } from '../../wires/people.ts';
import type { ChatToolsAction } from '../../../src/features/chat-tools/room.ts';

const CARD = {
  user: { userId: 42, name: '阿星', richLevel: 3, logo: '', isStar: false, badges: [], line: '你好' },
  anchor: { x: 1, y: 2 },
} satisfies Omit<Extract<ChatToolsAction, { readonly type: 'open' }>, 'type'>;

export const wires: FeatureWires = {
  counts: [{ type: 'refuse', why: 'reason' }, 'call left out: reason', 1],
  actions: [
    rows<ChatToolsAction>(
      {
        entry: [{}],
        close: [{}],
        'choose-reason': [{}],
        follow: [{}],
        unfollow: [{}],
        open: [CARD],
        report: [{ reason: 'abuse' }],
        mute: [{}],
        unmute: [{}],
        kick: [{}],
      },
      { before: [{ type: 'open', ...CARD }] },
    ),
    more<ChatToolsAction>('the star', { mute: [{}], unmute: [{}], kick: [{}] }, { as: 'star', before: [{ type: 'open', ...CARD }] }),
  ],
  cases: { login: [{ userid: VIEWER.userId }] },
};
