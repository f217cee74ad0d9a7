import { rows, more, type FeatureWires } from '../../wires/feature-wires.ts';
import type { FramesAction } from '../../../src/features/frames/room.ts';

export const wires: FeatureWires = {
  counts: [{ type: 'count', why: 'reason' }, 'refused.reason', 1],
  actions: [
    rows<FramesAction>(
      {
        entry: [{}],
        'close-menu': [{}],
        activity: [
          { key: 'shake', mode: 'passive', opener: 'mini-app' },
          { key: 'shake' },
          { key: 'https://frames.test/page.html', mode: 'passive' },
          { key: 'javascript:1' },
        ],
        'mini-app': [{ appId: 'app1' }],
        club: [{}],
        frame: [
          { id: 'f1', loads: 1, event: { type: 'loaded' } },
          { id: 'f1', loads: 1, event: { type: 'load' } },
          { id: 'f1', event: { type: 'close', by: 'viewer' } },
        ],
        everyone: [{ event: { type: 'background' } }, { event: { type: 'foreground' } }],
        login: [{}],
        'refusal-shown': [{}],
        toast: [{ text: '你好' }],
        'message-refused': [{ origin: 'https://other.test', why: 'origin' }],
      },
      { before: [{ type: 'mini-app', appId: 'app0' }] },
    ),
    more<FramesAction>(
      'with nothing open',
      { activity: [{ key: 'javascript:1' }, { key: 'shake' }] },
      { answers: { '/config': { frameHeartbeatMs: 20_000 } } },
    ),
    more<FramesAction>('the star', { 'mini-app': [{ appId: 'app1' }] }, { as: 'star' }),
  ],
};
