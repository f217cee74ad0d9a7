import { defineMock, scenario } from '../../../mocks/scenario.ts';

export const mock = defineMock({
  scenarios: {
    'lead-in': scenario('A lead-in video before the live stream', '直播前的导流视频', {
      path: '/live/1001?type=3&songName=%E6%98%9F%E5%85%89%7C1&playuuid=demo-1',
    }),
  },
});
