/** Wiring of the player controller of the room worker, and of what it remembers. */
import { inFile } from './in-file.ts';

const PLAYER = ['player-controller', 'player-effects', 'data-saver'].map((name) => `tests/workers/room/${name}.test.ts`);

export const PLAYER_CHANGES = [
  ...inFile('src/workers/room/player-controller.ts', PLAYER, [
    { name: 'the stored volume is not used', find: 'this.#display.patch(this.#memory.sound());', replace: '' },
    {
      name: 'a new config moves no deadline',
      find: 'this.#config = config;\n    this.#runner.rearm();',
      replace: 'this.#config = config;',
    },
    { name: 'a new config is not used', find: 'this.#config = config;', replace: '' },
    { name: 'the chosen kind is not remembered', find: 'this.#memory.rememberChoice(kind);', replace: '' },
    { name: 'a hidden tab decodes on', find: 'this.#decoding.setVisible(isVisible);', replace: '' },
    {
      name: 'a tab that comes back is not looked at',
      find: "this.#decoding.setVisible(isVisible);\n    this.#runner.send({ type: 'visibility' });",
      replace: 'this.#decoding.setVisible(isVisible);',
    },
    { name: 'a network that is back starts nothing', find: "this.#runner.send({ type: 'network' });", replace: '' },
    { name: 'the volume does not reach the player', find: "this.#deps.send({ do: 'set-volume', volume, muted });", replace: '' },
    { name: 'the volume is not remembered', find: 'this.#memory.rememberVolume(volume);', replace: '' },
    {
      name: 'muting does not reach the player',
      find: "this.#deps.send({ do: 'set-volume', volume: this.#display.view().volume, muted });",
      replace: '',
    },
    { name: 'muting is not remembered', find: 'this.#memory.rememberMuted(muted);', replace: '' },
    { name: 'events of an older player count', find: 'if (event.epoch !== state.epoch) return;', replace: '' },
    { name: 'a changed size does not reach the room', find: 'onSize(event.width, event.height);', replace: '' },
    { name: 'the size of the first picture does not reach the room', find: 'onSize(width, height);', replace: '' },
    { name: 'a codec that failed is not remembered for the next visit', find: 'this.#memory.rememberNativeHevc(false);', replace: '' },
    { name: 'a codec that works is not remembered for the next visit', find: 'this.#memory.rememberNativeHevc(true);', replace: '' },
    {
      name: 'a blocked picture is not waited for',
      find: "this.#runner.send({ type: 'blocked', epoch: event.epoch, isBlocked: event.blocked && !event.muted });",
      replace: '',
    },
    { name: 'messages of the stream end at the player', find: 'onStreamMessages(event.messages);', replace: '' },
    {
      name: 'h264 stays after picture-in-picture was closed',
      find: "this.#runner.send({ type: 'picture-in-picture-closed', epoch: event.epoch });",
      replace: '',
    },
    { name: 'a stop keeps the picture', find: 'keepsPicture: effect.keepsPicture', replace: 'keepsPicture: true' },
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
    { name: 'a stall downgrade is forgotten', find: 'this.#memory.countStall(this.#config.numbers.stayOnH264Ms);', replace: '' },
    {
      name: 'a stall is not reported',
      find: "stats.emit({ type: 'pull', event: 'stall', fields: { kind: effect.kind, lostMs: effect.lostMs } });",
      replace: '',
    },
    { name: 'a failure is not reported', find: "stats.emit({ type: 'pull', event: 'failed', fields });", replace: '' },
    { name: 'a start is not reported', find: "stats.emit({ type: 'pull', event: 'start', fields });", replace: '' },
    {
      name: 'a first picture is not reported',
      find: "stats.emit({ type: 'pull', event: 'first-frame', fields: { width, height, sinceStartMs: afterMs } });",
      replace: '',
    },
    { name: 'a player that gives up is silent', find: '        onGiveUp();\n', replace: '' },
    { name: 'addresses that cannot be had are waited for', find: "{ type: 'addresses-failed', epoch }", replace: "{ type: 'network' }" },
    {
      name: 'figures of the decoder are not looked at',
      find: "this.#decoding.onSample(epoch, own, decodeMs, state.at === 'playing' ? state.width * state.height : 0);",
      replace: '',
    },
    { name: 'progress does not reach the machine', find: "this.#runner.send({ type: 'progress', epoch, progress });", replace: '' },
    { name: 'the decode level does not reach the player', find: "this.#deps.send({ do: 'set-decode-level', level });", replace: '' },
    { name: 'a switched-off player goes on', find: '    this.#runner.dispose();\n    this.#decoding', replace: '    this.#decoding' },
    { name: 'the page does not see what is tried', find: 'onState: () => this.#showActivity(),', replace: '' },
  ]),
  ...inFile('src/workers/room/player-display.ts', PLAYER, [
    { name: 'a notice stays', find: 'if (notice !== null) cancelNotice = ', replace: 'if (notice === null) cancelNotice = ' },
    {
      name: 'the status of the stream is not reported',
      find: "stats.emit({ type: 'pull', event: 'status', fields: { status: statusCode } });",
      replace: '',
    },
    { name: 'the log of the player has no bound', find: '.slice(-ROOM_LIMITS.logLines.value)', replace: '' },
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
  ...inFile('src/workers/room/decoding-controller.ts', PLAYER, [
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
