import { defineMock, scenario } from '../../../mocks/scenario.ts';

export const mock = defineMock({
  scenarios: {
    ad: scenario('A pre-roll advertisement before the live room', '直播间开始前的片头广告', { path: '/live/1002', http: ['ad'] }),
    'ad-fails': scenario('The advertisement query never answers: live starts after 2 s', '广告查询没有应答：2 秒后开始直播', {
      path: '/live/1002',
      faults: [{ on: 'http', kind: 'stall', afterMs: 0, match: '/ad/query' }],
    }),
  },
});
