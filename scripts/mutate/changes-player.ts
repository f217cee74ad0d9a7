/** Wiring of the player, of the room worker's controller of it, and of what it remembers. */
import { inFile } from './in-file.ts';

const PLAYER = ['player-controller', 'player-effects', 'data-saver'].map((name) => `tests/workers/room/${name}.test.ts`);

export const PLAYER_CHANGES = [
  ...inFile('src/player/player.ts', PLAYER, [
    {
      name: 'the stored volume is not used',
      find: 'this.#sound = this.#memory.sound();',
      replace: 'this.#sound = { volume: 1, muted: false };',
    },
    {
      name: 'a new config moves no deadline',
      find: 'this.#config = order.config;\n        this.#runner.rearm();',
      replace: 'this.#config = order.config;',
    },
    { name: 'a new config is not used', find: 'this.#config = order.config;', replace: '' },
    { name: 'the chosen kind is not remembered', find: 'this.#memory.rememberChoice(order.kind);', replace: '' },
    { name: 'what the owner stopped may be tried again', find: "if (order.by === 'owner') this.#isLive = false;", replace: '' },
    { name: 'a hidden tab decodes on', find: 'this.#decoding.setVisible(isVisible);', replace: '' },
    { name: 'a tab that comes back is not looked at', find: "this.#runner.send({ type: 'visibility' });", replace: '' },
    { name: 'a network that is back starts nothing', find: "this.#runner.send({ type: 'network' });", replace: '' },
    { name: 'the volume does not reach the player', find: "this.#deps.send({ do: 'set-volume', ...sound });", replace: '' },
    { name: 'a volume out of range is taken', find: 'if (!(order.volume >= 0 && order.volume <= 1)) return;', replace: '' },
    { name: 'the volume is not remembered', find: 'this.#memory.rememberVolume(order.volume);', replace: '' },
    { name: 'muting is not remembered', find: 'this.#memory.rememberMuted(order.muted);', replace: '' },
    { name: 'events of an older player count', find: 'if (event.epoch !== this.#runner.state().epoch) return;', replace: '' },
    { name: 'a changed size is not reported', find: "this.#emit({ type: 'resolution', size });", replace: '' },
    { name: 'a codec that failed is not remembered for the next visit', find: 'this.#memory.rememberNativeHevc(false);', replace: '' },
    { name: 'a codec that works is not remembered for the next visit', find: 'this.#memory.rememberNativeHevc(true);', replace: '' },
    {
      name: 'a blocked picture is not waited for',
      find: "this.#runner.send({ type: 'blocked', epoch: event.epoch, isBlocked: event.blocked && !event.muted });",
      replace: '',
    },
    {
      name: 'h264 stays after picture-in-picture was closed',
      find: "this.#runner.send({ type: 'picture-in-picture-closed', epoch: event.epoch });",
      replace: '',
    },
    { name: 'a stop keeps the picture', find: 'keepsPicture: effect.keepsPicture', replace: 'keepsPicture: true' },
    { name: 'a stall downgrade is forgotten', find: 'this.#memory.countStall(this.#config.numbers.stayOnH264Ms);', replace: '' },
    { name: 'addresses that cannot be had are waited for', find: "{ type: 'addresses-failed', epoch }", replace: "{ type: 'network' }" },
    {
      name: 'figures of the decoder are not looked at',
      find: "this.#decoding.onSample(epoch, progress.own, progress.decodeMs, state.at === 'playing' ? state.width * state.height : 0);",
      replace: '',
    },
    { name: 'progress does not reach the machine', find: "this.#runner.send({ type: 'progress', epoch, progress });", replace: '' },
    { name: 'the decode level does not reach the player', find: "this.#deps.send({ do: 'set-decode-level', level });", replace: '' },
    { name: 'a player that was ended goes on', find: '    this.#runner.dispose();\n    this.#decoding', replace: '    this.#decoding' },
    { name: 'nobody sees what is tried', find: 'onState: () => this.#showActivity(),', replace: '' },
    { name: 'a later owner learns nothing', find: 'this.#stateFacts.add(fact);', replace: '' },
  ]),
  ...inFile('src/workers/room/player-controller.ts', PLAYER, [
    {
      name: 'the size of the picture does not reach the room',
      find: "onSize(fact.size.width, fact.size.height);\n        return;\n      case 'resolution'",
      replace: "return;\n      case 'resolution'",
    },
    { name: 'messages of the stream end at the room', find: 'onStreamMessages(fact.messages);', replace: 'return;' },
    {
      name: 'nothing is stored for the next visit',
      find: 'storage.write(STORED_KEYS[fact.name], fact.value, fact.forS);',
      replace: 'return;',
    },
    {
      name: 'a failure is not shown',
      find: 'tips: { noLive: false, liveFail: true,',
      replace: 'tips: { noLive: false, liveFail: false,',
    },
    {
      name: 'a failure that is over stays on the screen',
      find: "tips: { ...screen.get().tips, liveFail: false, playerMessage: '' }",
      replace: 'tips: screen.get().tips',
    },
    {
      name: 'a stall is not reported',
      find: "stats.emit({ type: 'pull', event: 'stall', fields: { kind: fact.kind, lostMs: fact.lostMs } });",
      replace: '',
    },
    { name: 'a failure is not reported', find: "stats.emit({ type: 'pull', event: 'failed', fields });", replace: '' },
    { name: 'a start is not reported', find: "stats.emit({ type: 'pull', event: 'start', fields: {", replace: 'void ({ fields: {' },
    {
      name: 'a first picture is not reported',
      find: "stats.emit({ type: 'pull', event: 'first-frame', fields:",
      replace: 'void ({ fields:',
    },
    { name: 'a player that gives up is silent', find: "if (fact.type === 'gave-up') onGiveUp();", replace: '' },
    {
      name: 'a player that plays already is reported as started',
      find: "stats.emit({ type: 'pull', event: 'resumed', fields });",
      replace: 'this.#report(attempt);',
    },
    { name: 'a notice stays', find: 'if (notice !== null) this.#cancelNotice = ', replace: 'if (notice === null) this.#cancelNotice = ' },
    {
      name: 'the status of the stream is not reported',
      find: "this.#deps.stats.emit({ type: 'pull', event: 'status', fields: { status: statusCode } });",
      replace: '',
    },
    { name: 'the log of the player has no bound', find: '.slice(-ROOM_LIMITS.logLines.value)', replace: '' },
    { name: 'bad values of the storage stay', find: 'for (const name of REMEMBERED) deps.storage.read(STORED_KEYS[name]);', replace: '' },
  ]),
  ...inFile('src/player/rules/play-command.ts', PLAYER, [
    { name: 'a player starts at another volume', find: '    volume: sound.volume,', replace: '    volume: 1,' },
    { name: 'a muted player starts with sound', find: '    muted: sound.muted,', replace: '    muted: false,' },
    {
      name: 'the decoder of h265 has no thread count',
      find: ', ...decoding }',
      replace: ' }',
    },
    {
      name: 'what the viewer does without does not reach the player',
      find: '    savings: savingsOf(saver, kind),\n',
      replace: '',
    },
  ]),
  ...inFile('src/player/decoding.ts', PLAYER, [
    {
      name: 'fewer pictures are not asked of the player that plays',
      find: 'onLeastLevel: () => deps.setLevel(atLeast()),',
      replace: 'onLeastLevel: () => undefined,',
    },
    {
      name: 'a slow single thread is not remembered',
      find: '&& last.epoch !== measuredEpoch) remember(last);',
      replace: '&& last.epoch !== measuredEpoch) void last;',
    },
    {
      name: 'a player that starts in a hidden tab decodes without end',
      find: '      decided = 0;\n      armHidden();',
      replace: '      decided = 0;',
    },
    { name: 'a hidden tab lowers the decode level', find: 'if (isVisible) levels.send', replace: 'levels.send' },
    { name: 'a tab that is shown again decodes nothing', find: "if (isVisible) setDecoding(true, 'visible');", replace: '' },
  ]),
];
