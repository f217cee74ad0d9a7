import { rows, type FeatureWires } from '../../wires/feature-wires.ts';
import type { LoginAction } from '../../../src/features/login/room.ts';

export const wires: FeatureWires = {
  actions: [
    rows<LoginAction>(
      {
        open: [{}],
        close: [{}],
        'new-code': [{}],
        choose: [{ way: 'qr' }],
        'request-code': [{ phone: '13800138000' }],
        submit: [{ credentials: { way: 'password', account: 'a', secret: 'b' } }],
      },
      {
        answers: {
          '/login/options': { code: 0, data: { ways: ['code', 'password', 'qr'] } },
          '/login/code': { code: 0, data: { resendS: 60 } },
          '/login/qr': { code: 0, data: { ticket: 't', url: '/scan', pollMs: 2_000, expiresS: 60 } },
        },
        before: [{ type: 'open' }],
      },
    ),
  ],
};
