import { defineMock, scenario, STAR, VIEWER } from '../../../mocks/scenario.ts';

export const mock = defineMock({
  scenarios: {
    star: scenario('The star in the own room, with the login cookie', '主播在自己的房间，带登录 cookie', {
      path: '/room/star/1006',
      cookies: STAR,
    }),
    'star-refused': scenario('The server refuses the first attempt of the star to go live', '主播第一次开播被拒绝', {
      path: '/room/star/1006',
      http: ['publish-refused'],
      cookies: STAR,
    }),
    'star-cut': scenario('The star loses the connection after 1 s; it is restored automatically', '主播的连接在 1 秒后断开：自动恢复', {
      path: '/room/star/1006',
      cookies: STAR,
      faults: [{ on: 'stream', kind: 'cut', afterMs: 1_000, match: '/rtc/whip/', times: 1 }],
    }),
    'star-srs': scenario('The star publishes by the SRS protocol', '主播通过 SRS 的接口推流', {
      path: '/room/star/1006',
      cookies: STAR,
      provider: 16,
    }),
    'star-watched': scenario(
      'A viewer of that star: open `star` in another tab and go live there',
      '这位主播的观众：与 star 各开一个标签页，在那边开播，这里就能看到',
      {
        path: '/live/1006',
        http: ['star-watched'],
        cookies: VIEWER,
      },
    ),
    'star-vertical': scenario(
      'A star who broadcasts only in vertical format from a phone is a viewer in the own room',
      '只用手机竖屏开播的主播：在自己的房间里是观众',
      {
        path: '/live/1006',
        http: ['star-vertical'],
        cookies: STAR,
      },
    ),
  },
});
