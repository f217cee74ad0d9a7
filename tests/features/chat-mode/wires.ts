import { rows, type FeatureWires } from '../../wires/feature-wires.ts';
import type { ChatModeAction } from '../../../src/features/chat-mode/rules.ts';

export const wires: FeatureWires = {
  actions: [
    rows<ChatModeAction>(
      {
        entry: [{}],
        'close-tool': [{}],
        'hide-pinned': [{}],
        unpin: [{}],
        set: [{ slowS: 10, isFollowersOnly: true }],
        pin: [{ userId: 42, name: '阿星', text: '你好' }],
      },
      { as: 'star' },
    ),
  ],
};
