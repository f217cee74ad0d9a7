/** Wiring between the room and its features, and of those that take the stage. */
import { inFile } from './in-file.ts';

const ROOM = 'tests/workers/room/room.test.ts';
const KERNEL = 'tests/workers/room/kernel.test.ts';

export const FEATURE_CHANGES = [
  ...inFile(
    'src/workers/room/feature-host.ts',
    ['tests/workers/room/feature-host.test.ts'],
    [
      {
        name: 'messages that come while a feature loads are lost',
        find: 'for (const delivery of waiting) hand(name, delivery);',
        replace: '',
      },
      { name: 'a feature that does not load is asked for once', find: 'if (attempt < LOAD_ATTEMPTS) continue;', replace: '' },
      {
        name: 'a silent chunk is waited for without end',
        find: 'await within(clock, FEATURE_LOAD_MS, deps.load(name))',
        replace: 'await deps.load(name)',
      },
      {
        name: 'a feature that is off is not reported',
        find: "deps.onFailure({ code: 'FEATURE_OFF', detail: `${name} ${why}: ${detail}` });",
        replace: 'return;',
      },
      { name: 'a feature that is off is not shown', find: "deps.show(name, { at: 'off', why });", replace: '' },
      { name: 'a feature that is off goes on', find: "if (before.at === 'running') before.instance.dispose();", replace: '' },
      { name: 'the stage waits for a feature that is off', find: 'deps.onOff(name, why);', replace: '' },
      { name: 'a feature of the star runs for viewers', find: '!off.has(name) && roles.includes(role)', replace: '!off.has(name)' },
      {
        name: 'a panel that fails leaves its feature on',
        find: "drawingFailed: (name, detail) => turnOff(name, 'failed while drawing', detail)",
        replace: 'drawingFailed: () => undefined',
      },
      {
        name: 'each message wakes each feature',
        find: "if (manifest.wakes.includes('message')) wakeOne(manifest);",
        replace: 'wakeOne(manifest);',
      },
      { name: 'an action does not wake its feature', find: "if (manifest.wakes.includes('action')) wakeOne(manifest);", replace: '' },
      {
        name: 'the stage is offered out of order',
        find: '(a.stageOrder ?? 0) - (b.stageOrder ?? 0)',
        replace: '(b.stageOrder ?? 0) - (a.stageOrder ?? 0)',
      },
      {
        name: 'what waits for a feature has no bound',
        find: 'if (state.waiting.length >= MAX_WAITING_DELIVERIES) state.waiting.shift();',
        replace: '',
      },
    ],
  ),
  ...inFile(
    'src/workers/room/feature-context.ts',
    [ROOM, KERNEL],
    [
      { name: 'features share their stored values', find: 'footlight.${name}.${own}', replace: 'footlight.${own}' },
      {
        name: 'the slider passed does not reach the socket client',
        find: 'sliderPassed: () => room.socket.sliderPassed()',
        replace: 'sliderPassed: () => undefined',
      },
      { name: 'a feature cannot open the login box', find: 'openLogin: () => room.login.require()', replace: 'openLogin: () => undefined' },
    ],
  ),
  ...inFile(
    'src/core/room/first-calls.ts',
    [ROOM, 'tests/workers/room/calls.test.ts'],
    [
      { name: 'the ad call has another app id', find: 'const AD_APP_ID = 1010;', replace: 'const AD_APP_ID = 1011;' },
      { name: 'the ad call has no app id', find: 'appid=${AD_APP_ID}&', replace: '' },
      { name: 'the ad call sends no cookies', find: "credentials: 'include'", replace: "credentials: 'same-origin'" },
      { name: 'the ad call may take 20 s', find: 'timeoutMs: 2_000', replace: 'timeoutMs: 20_000' },
    ],
  ),
  ...inFile(
    'src/features/lead-in/room.ts',
    [ROOM],
    [
      { name: 'the song of another ends the lead-in', find: 'isMine(body.user?.userId, room) && ', replace: '' },
      { name: 'the own song does not end the lead-in', find: "? { type: 'own-song-accepted' } : null", replace: '? null : null' },
      { name: 'a song that waits ends the lead-in', find: ' && body.status === SONG_ACCEPTED', replace: '' },
      {
        name: 'the own gift does not end the lead-in',
        find: "gift: (body, room) => ownGift(body, room),\n    'socket",
        replace: "gift: () => null,\n    'socket",
      },
      {
        name: 'the gift of another ends the lead-in',
        find: 'isMine(body.senderid, room) ? ',
        replace: 'isMine(body.senderid, room) || body.type === 4 ? ',
      },
      { name: 'the duration of the lead-in does not leave', find: "room.report('performance', ", replace: "room.report('info', " },
    ],
  ),
  ...inFile(
    'src/features/mounts/room.ts',
    [ROOM],
    [
      { name: 'lite shows the mounts', find: 'isHidden: room.layout().mounts === null', replace: 'isHidden: false' },
      { name: 'a login brings no mount', find: "return mount && { type: 'arrival', mount };", replace: 'return mount && null;' },
    ],
  ),
];
