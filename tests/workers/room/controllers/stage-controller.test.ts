/** Each decision of the start-up about the stage, with all that follows from it, in order. */
import { expect, test } from 'vitest';
import { initialView } from '../../../../src/core/room/initial-view.ts';
import type { RoomView } from '../../../../src/core/room/view.ts';
import { createStageController, type StageController } from '../../../../src/workers/room/controllers/stage-controller.ts';
import type { RoomBase } from '../../../../src/workers/room/room-base.ts';
import { H264 } from '../player-harness.ts';
import { recorder, type Call } from '../recorder.ts';

function stage() {
  const { part, taken } = recorder();
  const first = initialView({ width: 1_280, height: 800 });
  const shown: RoomView = { ...first, tips: { noLive: true, liveFail: true, playerMessage: '播放时出现异常，请稍候再试' } };
  const base = { screen: part('screen', { get: () => shown }), stats: part('stats') } as unknown as RoomBase;
  const controller = createStageController(base, {
    player: part('player'),
    streamInfo: part('streamInfo'),
    features: part('features'),
    knownAddresses: () => H264,
  });
  return { controller, taken };
}

const tell = (name: string, type: string): Call => ['features.announceTo', name, { type }];
const showFeature = (feature: string): readonly Call[] => [
  ['player.stop'],
  ['screen.patch', { phase: 'ready', stage: { name: 'feature', feature } }],
];
const live = (name: 'live' | 'radio'): readonly Call[] => [
  // The failure of the page's own first attempt stays.
  [
    'screen.patch',
    { phase: 'ready', stage: { name }, tips: { noLive: false, liveFail: true, playerMessage: '播放时出现异常，请稍候再试' } },
  ],
  ['player.start', H264],
  ['stats.emit', { type: 'room', event: 'live' }],
  ['features.wake', 'live'],
  ['features.announce', { type: 'live-started' }],
];

test.each<readonly [what: string, decide: (to: StageController) => void, calls: readonly Call[]]>([
  ['is offered to a feature', (to) => to.offer('ad'), [tell('ad', 'stage-offered')]],
  ['belongs to a feature, and what the page plays already stops', (to) => to.show('ad'), showFeature('ad')],
  ['is taken from a feature', (to) => to.withdraw('ad'), [tell('ad', 'stage-withdrawn')]],
  ['shows live', (to) => to.startLive(false), live('live')],
  ['shows a radio room', (to) => to.startLive(true), live('radio')],
  ['tries live again', (to) => to.retryLive(), [['player.retry']]],
  [
    'loses live',
    (to) => to.stopLive(),
    [
      ['player.stop'],
      ['streamInfo.clear'],
      ['stats.emit', { type: 'room', event: 'offline' }],
      ['features.announce', { type: 'live-stopped' }],
    ],
  ],
  [
    'shows the offline video, with the no-live tip alone',
    (to) => to.showOfflineVideo(),
    [
      ...showFeature('offline-video'),
      ['screen.patch', { tips: { noLive: true, liveFail: false, playerMessage: '' } }],
      tell('offline-video', 'room-changed'),
    ],
  ],
  ['is the star’s tool', (to) => to.showPublish(), [...showFeature('publish'), tell('publish', 'room-changed')]],
  ['is closed', (to) => to.showClosed(), [['player.stop'], ['screen.patch', { phase: 'ready', stage: { name: 'closed' } }]]],
])('P6 P7 P8 P31 the controller makes the calls of its row when the stage %s', (_what, decide, calls) => {
  const { controller, taken } = stage();
  decide(controller);
  expect(taken()).toEqual(calls);
});
