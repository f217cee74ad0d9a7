import { rows, BOX, type FeatureWires } from '../../wires/feature-wires.ts';
import { STAR_ID, VIEWER } from '../../wires/people.ts';
import type { DanmakuAction } from '../../../src/features/danmaku/room.ts';

export const wires: FeatureWires = {
  counts: [{ type: 'count', what: 'dropped', by: 3 }, 'dropped', 3],
  actions: [
    rows<DanmakuAction>({
      ...BOX,
      toggle: [{}],
      set: [{ settings: { density: 'few' } } as unknown as Omit<Extract<DanmakuAction, { type: 'set' }>, 'type'>],
      page: [{ page: { width: 852, height: 480, covered: [], reducedMotion: true } }],
    }),
  ],
  cases: {
    chat: [
      { issecrect: false },
      { issecrect: false, senderid: VIEWER.userId },
      { issecrect: false, senderid: 0, userid: VIEWER.userId },
      { issecrect: false, senderid: STAR_ID },
    ],
    'socket-chat': [{ issecrect: false }],
  },
  stored: { on: false, density: 'few', size: 'large', area: 'half', opacity: 60 },
};
