import { VIEWER } from '../../wires/people.ts';
import { rows, type FeatureWires } from '../../wires/feature-wires.ts';

export const wires: FeatureWires = {
  actions: [
    rows(
      {},
      {
        messages: [
          ['login', { userid: 42, nickname: '阿星', userExt: { usingMount: { id: 1, s: 1, n: '马', bi: 'https://cdn.test/m.png' } } }],
        ],
        // The mount is shown after a wait.
        before: [{}],
      },
    ),
  ],
  cases: {
    login: [
      { 'userExt.usingMount.bi': 'https://cdn.test/mount.png', 'userExt.usingMount.s': 1 },
      { 'userExt.usingMount.bi': 'https://cdn.test/mount.png', 'userExt.usingMount.s': 1, userid: VIEWER.userId },
    ],
  },
};
