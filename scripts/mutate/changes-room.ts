/** Wiring of the room kernel, its start-up and its login. */
import { inFile } from './in-file.ts';

const ROOM = 'tests/workers/room/room.test.ts';
const KERNEL = 'tests/workers/room/kernel.test.ts';
const START_UP = 'tests/workers/room/start-up-controller.test.ts';
const PAGE_EVENTS = 'tests/workers/room/page-events.test.ts';

export const ROOM_CHANGES = [
  ...inFile(
    'src/workers/room/room.ts',
    [ROOM, KERNEL],
    [
      { name: 'bad flags are not reported', find: 'for (const problem of base.flagProblems) stats.failure(problem);', replace: '' },
      { name: 'the first reports have no identity', find: 'page.start();\n  visit.identify();\n', replace: 'page.start();\n' },
      {
        name: 'the union cookie is not written',
        find: "if (base.flags.fx_unionId_ck !== '') visitor.rememberUnion(base.flags.fx_unionId_ck);",
        replace: '',
      },
      {
        name: 'the orientation of the room does not reach the socket',
        find: "this.socket.setVertical(this.screen.get().layout.orientation === 'vertical');",
        replace: ';',
      },
      { name: 'the size of the picture does not reach the layout', find: 'this.layout.onPicture({ width, height })', replace: 'undefined' },
      {
        name: 'messages of the stream do not reach features',
        find: "this.features.announce({ type: 'stream-messages', messages });",
        replace: '',
      },
      { name: 'messages of the stream do not reach the figures', find: 'this.#streamInfo.onMessages(messages);', replace: '' },
      {
        name: 'a player that gives up is not reported',
        find: "stats.emit({ type: 'log', level: 'error', text: 'the player gave up' })",
        replace: 'undefined',
      },
      {
        name: 'a refused line does not open the login box',
        find: 'onLoginRequired: this.login.require',
        replace: 'onLoginRequired: () => undefined',
      },
      { name: 'the slider check is not woken', find: "if (needed) this.features.wake('chat-refused');", replace: '' },
      { name: 'the slider check does not end', find: "this.features.announce({ type: 'slider-check', needed });", replace: '' },
      {
        name: 'the own line is taken for another’s',
        find: 'me: () => ({ userId: visitor.login().userId, starId',
        replace: 'me: () => ({ userId: 0, starId',
      },
      {
        name: 'a feature that takes the stage does not get it',
        find: "this.startUp.send({ type: 'stage-taken', guest: name })",
        replace: 'undefined',
      },
      {
        name: 'a feature that leaves the stage keeps it',
        find: "stageLeft: (reason) => this.startUp.send({ type: 'stage-left', guest: name, reason })",
        replace: 'stageLeft: () => undefined',
      },
      {
        name: 'a feature that is switched off keeps the stage',
        find: "onOff: (name, why) => this.startUp.send({ type: 'stage-left', guest: name, reason: why })",
        replace: 'onOff: () => undefined',
      },
      { name: 'the remote config does not reach the player', find: 'player.configure(playerConfig);', replace: '' },
      { name: 'features that start with the room stay asleep', find: "features.wake('room-start');", replace: '' },
      { name: 'features of the star stay asleep', find: "if (role === 1) features.wake('star-room');", replace: '' },
      {
        name: 'the role of the viewer does not reach features',
        find: 'features.configure(role, this.#config.featuresOff());',
        replace: '',
      },
      { name: 'what is known of the room does not reach features', find: "features.announce({ type: 'room-changed' });", replace: '' },
      { name: 'a page may reload without end', find: 'canReload: reload.isAllowed()', replace: 'canReload: true' },
      {
        name: 'a login does not connect again',
        find: "    visit.connectSocket();\n    features.wake('login');",
        replace: "    features.wake('login');",
      },
      {
        name: 'a login does not reach the reports',
        find: '    visit.identify();\n    visit.connectSocket();',
        replace: '    visit.connectSocket();',
      },
      { name: 'a login does not wake features', find: "features.wake('login');", replace: '' },
      {
        name: 'a login does not reach features',
        find: "features.announce({ type: 'login-changed', userId: base.visitor.login().userId });",
        replace: '',
      },
      {
        name: 'a live status of another room counts',
        find: 'message.body.roomid === this.base.roomId)',
        replace: 'message.body.roomid > 0)',
      },
      {
        name: 'a live status does not reach the start-up',
        find: 'onLivePush(message.body.status === 1 ? 1 : 0);',
        replace: 'onLivePush(1);',
      },
      {
        name: 'the own entry does not name the viewer',
        find: "if (message.name === 'login') this.login.onEntry(message.body);",
        replace: '',
      },
      { name: 'messages do not reach features', find: 'this.features.message(message);', replace: '' },
    ],
  ),
  ...inFile(
    'src/workers/room/visit-controller.ts',
    [ROOM, KERNEL],
    [
      { name: 'the enter report does not leave', find: "stats.emit({ type: 'room', event: 'entered' });", replace: '' },
      { name: 'a restart forgets that the room was entered', find: 'hasEntered = true;', replace: '' },
      { name: 'the star is reported as a viewer', find: 'isStar: role() === 1', replace: 'isStar: false' },
      {
        name: 'reports lose the client type',
        find: 'platformId: clientTypeOf({ isEmbed, isLenovo: flags.lenovo })',
        replace: 'platformId: 7',
      },
      { name: 'reports lose the device', find: 'deviceNo: visitor.deviceNo()', replace: "deviceNo: ''" },
      { name: 'reports lose the stream', find: "streamId: stream?.sid ?? ''", replace: "streamId: ''" },
      { name: 'a restarted stats worker is not used', find: 'stats.replace(port);', replace: '' },
      {
        name: 'a restarted stats worker does not know who',
        find: '      identify();\n      resume();',
        replace: '      resume();',
      },
      {
        name: 'a restarted stats worker counts a new visit',
        find: "=== 1 ? 'resumed' : 'entered'",
        replace: "=== 1 ? 'entered' : 'entered'",
      },
      { name: 'a restarted socket worker is not used', find: 'socket.replace(port);', replace: '' },
      {
        name: 'a restarted socket worker is not connected',
        find: 'socket.replace(port);\n      if (hasEntered) connectSocket();',
        replace: 'socket.replace(port);',
      },
      {
        name: 'a page out of the back-forward cache has no chat',
        find: '      resume();\n      if (hasEntered) connectSocket();',
        replace: '      resume();',
      },
      {
        name: 'a page out of the back-forward cache is not reported',
        find: '      resume();\n      if (hasEntered) connectSocket();',
        replace: '      if (hasEntered) connectSocket();',
      },
    ],
  ),
  ...inFile(
    'src/workers/room/page-reload.ts',
    [ROOM, KERNEL],
    [
      { name: 'the reload does not reach the page', find: "send({ type: 'reload', why });", replace: '' },
      {
        name: 'the time of the reload is not stored',
        find: 'key: SESSION_KEYS.reloadedMs, value: String(reloadedMs)',
        replace: "key: SESSION_KEYS.entryId, value: ''",
      },
    ],
  ),
  ...inFile(
    'src/workers/room/remote-config.ts',
    [ROOM, KERNEL],
    [
      { name: 'the remote config does not reach features', find: 'config = values;', replace: '' },
      {
        name: 'features that the config switches off stay on',
        find: 'featuresOff = readFeaturesOff(values);',
        replace: '',
      },
      {
        name: 'the config’s rule of welcomes is not used',
        find: 'welcomePolicy = readWelcomePolicy((key) => values[key]);',
        replace: '',
      },
    ],
  ),
  ...inFile(
    'src/workers/room/start-up-controller.ts',
    [ROOM, KERNEL, START_UP],
    [
      { name: 'a redirect is not carried out', find: "deps.base.send({ type: 'navigate', to: effect.to });", replace: '' },
      { name: 'a withdrawn guest does not hear of it', find: 'stage.withdraw(effect.guest);', replace: '' },
      { name: 'the star who leaves keeps live on', find: 'stage.stopLive();', replace: '' },
      { name: 'a limited room is not closed', find: 'stage.showClosed();', replace: '' },
      { name: 'a limit of the room has no dialog', find: 'deps.openDialog(effect.dialog);', replace: '' },
      {
        name: 'live starts before the config is there',
        find: 'Promise.all([calls.liveInfo(roomId), loadConfig()])',
        replace: 'Promise.all([calls.liveInfo(roomId)])',
      },
      {
        name: 'a live info that fails is not reported',
        find: 'stats.failure(answer.error);\n      deps.log(`live info',
        replace: 'deps.log(`live info',
      },
      {
        name: 'a live info that fails stops the start-up',
        find: "detail}`);\n      runner.send({ type: 'live-info-failed', status: answer.error.status });",
        replace: 'detail}`);',
      },
      { name: 'the debug config is not used', find: 'deps.onConfig(local.config,', replace: 'deps.onConfig(remote.config,' },
      {
        name: 'the debug config is used without debug',
        find: 'flags.debug ? readOverrides(flags.config)',
        replace: 'flags.config ? readOverrides(flags.config)',
      },
      { name: 'switches of the remote config are lost', find: '{ ...given, ...overrides.values }', replace: '{ ...overrides.values }' },
      { name: 'the address of the debug flags is not played', find: 'return debugAddresses(flags) ?? (', replace: 'return (' },
      { name: 'each address call says start', find: "round === 0 ? 'start' : 'retry'", replace: "'start'" },
      { name: 'the address call does not name the player', find: 'screen.get().player.kind, round', replace: 'null, round' },
      {
        name: 'a changed live type is not noticed',
        find: "runner.send({ type: 'live-type', liveType: value.liveType });",
        replace: '{}',
      },
      {
        name: 'addresses that cannot be had are not reported',
        find: '        stats.failure(answer.error);\n        return answer;',
        replace: '        return answer;',
      },
    ],
  ),
  ...inFile(
    'src/workers/room/stage-controller.ts',
    [ROOM, KERNEL, START_UP],
    [
      { name: 'live starts no player', find: 'player.start(deps.knownAddresses());', replace: '' },
      { name: 'live without the addresses of the live info', find: 'player.start(deps.knownAddresses());', replace: 'player.start(null);' },
      {
        name: 'a room without its star pulls on',
        find: '      player.stop();\n      streamInfo.clear();',
        replace: '      streamInfo.clear();',
      },
      { name: 'figures of the last stream stay', find: 'streamInfo.clear();', replace: '' },
      { name: 'the start of live does not reach features', find: "features.announce({ type: 'live-started' });", replace: '' },
      { name: 'the end of live does not reach features', find: "features.announce({ type: 'live-stopped' });", replace: '' },
      { name: 'features that start with live stay asleep', find: "features.wake('live');", replace: '' },
      { name: 'a radio room shows a picture', find: "isRadio ? 'radio' : 'live'", replace: "'live'" },
    ],
  ),
  ...inFile(
    'src/workers/room/page-events.ts',
    [ROOM, KERNEL, PAGE_EVENTS],
    [
      { name: 'a resized window is not laid out', find: 'to.layout.onViewport(event);', replace: '' },
      { name: 'facts of the player do not reach the room', find: 'to.player.onFact(event.fact, event.atMs);', replace: '' },
      { name: 'a missing poster is not noticed', find: 'to.setPoster(event.exists);', replace: '' },
      { name: 'a worker that died is not shown', find: 'to.serviceStatus.onWorkerDied(event);', replace: '' },
      { name: 'a worker that is back is still shown as dead', find: 'to.serviceStatus.onWorkerBack(event);', replace: '' },
      { name: 'a page that goes away stays in the chat', find: 'to.socket.leave();', replace: '' },
      { name: 'a page that comes back has no effect', find: 'to.visit.onPageBack();', replace: '' },
      { name: 'a page that goes away is not reported', find: "to.base.stats.emit({ type: 'room', event: 'left' });", replace: '' },
      { name: 'the end of the page does not reach features', find: "to.features.announce({ type: 'page-hide' });", replace: '' },
      {
        name: 'a part of the page that fails is not shown',
        find: 'else to.serviceStatus.onPagePartFailed(event.name, event.detail);',
        replace: '',
      },
    ],
  ),
  ...inFile(
    'src/workers/room/page-actions.ts',
    [ROOM, KERNEL, PAGE_EVENTS],
    [
      { name: 'a chosen fit is not taken', find: 'to.layout.chooseFit(action.fit);', replace: '' },
      { name: 'a closed dialog stays', find: 'closeDialog(screen.get().dialogs, action.type)', replace: 'screen.get().dialogs' },
      { name: 'the way back to live leaves the lead-in', find: "features.announce({ type: 'back-to-live' });", replace: '' },
      {
        name: 'the way back to live does not leave the limited room',
        find: "base.send({ type: 'navigate', to: viewerPath(base.roomId ?? 0) });",
        replace: '',
      },
      {
        name: 'the client is not downloaded',
        find: "base.send({ type: 'download', url: answer.value.url });",
        replace: '',
      },
      {
        name: 'a refused client address has no dialog',
        find: "login.open({ type: 'alert', about: 'client-download', why: code, answer: code === 'CLIENT_VERSION_REFUSED' ? detail : '' });",
        replace: '',
      },
    ],
  ),
  ...inFile(
    'src/workers/room/login-controller.ts',
    [ROOM, KERNEL],
    [
      {
        name: 'a login has no effect outside of the page',
        find: "dialogs: closeDialog(dialogs, 'login') });\n      deps.onChange();",
        replace: "dialogs: closeDialog(dialogs, 'login') });",
      },
      {
        name: 'a logout has no effect outside of the page',
        find: "me: { userId: 0, nickname: '', richLevel: 0 } });\n      deps.onChange();",
        replace: "me: { userId: 0, nickname: '', richLevel: 0 } });",
      },
      { name: 'the entry of another names the viewer', find: 'if (!isMe(body.userid)) return;', replace: '' },
    ],
  ),
  ...inFile(
    'src/workers/room/identity.ts',
    ['tests/workers/room/identity.test.ts'],
    [
      { name: 'a live room logs in as a normal one', find: "=== 'live' ? 'live' : 'normal'", replace: "=== 'live' ? 'normal' : 'normal'" },
      { name: 'the login lacks the screen', find: 'vertical: info?.room.isVertical ?? false', replace: 'vertical: false' },
      {
        name: 'the login lacks the client type',
        find: 'platformId: clientTypeOf({ isEmbed, isLenovo: flags.lenovo })',
        replace: 'platformId: 7',
      },
      {
        name: 'the login forgets that the page is embedded',
        find: 'isEmbed, isLenovo: flags.lenovo',
        replace: 'isEmbed: false, isLenovo: flags.lenovo',
      },
      { name: 'refer does not reach the login', find: 'channelOf(flags.refer, ', replace: "channelOf('', " },
      { name: 'a bought visitor is not known by the source', find: 'flags.sourceFrom, channels', replace: "'', channels" },
      { name: 'the login has no stream', find: "sid: info?.stream.sid ?? ''", replace: "sid: ''" },
      { name: 'the login has no device', find: 'deviceNo: visitor.deviceNo()', replace: "deviceNo: ''" },
      { name: 'the login has no fingerprint', find: 'dfid: visitor.dfid()', replace: "dfid: '-'" },
      { name: 'a reload is another entry', find: 'entryId === undefined ? {} : { entryId }', replace: '{}' },
      { name: 'a debug command works without debug', find: '...(flags.debug ? {', replace: '...(flags.cmd >= 0 ? {' },
    ],
  ),
];
