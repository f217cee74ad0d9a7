import { more, rows, BOX, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import { VIEWER } from '../../wires/people.ts';
import type { ChatModeAction } from '../../../src/features/chat-mode/room.ts';

export const wires: FeatureWires = {
  actions: [
    rows<ChatModeAction>(
      {
        ...BOX,
        'hide-pinned': [{}],
        request: [
          { verb: 'unpin', fields: {} },
          { verb: 'set', fields: { slowS: 10, followersOnly: 1 } },
          { verb: 'pin', fields: { toUserId: 42, name: '阿星', text: '你好' } },
        ],
      },
      { as: 'star' },
    ),
    more<ChatModeAction>(
      'a viewer',
      { 'hide-pinned': [{}] },
      {
        messages: [['chat-mode', { version: 1, slowS: 10, isFollowersOnly: true, pinned: { lineId: 'l-1', user: PERSON, text: '你好' } }]],
      },
    ),
  ],
  cases: {
    chat: [{ senderid: VIEWER.userId }],
    'socket-chat': [{ senderid: VIEWER.userId }],
  },
};
