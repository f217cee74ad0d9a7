/** Wiring of the calls, the socket and the reports. */
import { inFile } from './in-file.ts';

const SOCKET_CLIENT = 'tests/workers/room/socket-client.test.ts';

export const SERVICE_CHANGES = [
  ...inFile(
    'src/core/room/first-calls.ts',
    ['tests/workers/room/calls.test.ts'],
    [
      {
        name: 'the live info may take 50 s',
        find: "liveInfo: { method: 'GET', timeoutMs: 5_000",
        replace: "liveInfo: { method: 'GET', timeoutMs: 50_000",
      },
      { name: 'the config may take as long as the live info', find: 'timeoutMs: 1_500', replace: 'timeoutMs: 5_000' },
      { name: 'an endless live info is read', find: 'maxBytes: 256 * KIB', replace: 'maxBytes: 1e12' },
      {
        name: 'the live info is asked of another service',
        find: '${services.live}/room/${roomId}/info',
        replace: '${services.game}/room/${roomId}/info',
      },
      { name: 'the live info is that of another room', find: '/room/${roomId}/info', replace: '/room/1/info' },
    ],
  ),
  ...inFile(
    'src/workers/room/calls.ts',
    ['tests/workers/room/calls.test.ts'],
    [
      {
        name: 'the addresses may take 50 s',
        find: "addresses: { method: 'GET', timeoutMs: 5_000",
        replace: "addresses: { method: 'GET', timeoutMs: 50_000",
      },
      {
        name: 'the client version may take 50 s',
        find: "clientVersion: { method: 'GET', timeoutMs: 5_000",
        replace: "clientVersion: { method: 'GET', timeoutMs: 50_000",
      },
      {
        name: 'the client version is asked without cookies',
        find: "maxBytes: 16 * KIB, credentials: 'include'",
        replace: "maxBytes: 16 * KIB, credentials: 'same-origin'",
      },
      { name: 'the addresses are those of any player', find: "queryOf({ kind: kind ?? '', type })", replace: 'queryOf({ type })' },
      { name: 'calls are never over', find: 'pending--;', replace: '' },
    ],
  ),
  ...inFile(
    'src/workers/room/stats-client.ts',
    [SOCKET_CLIENT],
    [
      { name: 'facts go to the stats worker that died', find: '      port = next;\n', replace: '' },
      { name: 'the port of a dead stats worker stays open', find: 'port.close();', replace: '' },
      {
        name: 'a failure has no detail',
        find: "emit({ type: 'failure', code, detail })",
        replace: "emit({ type: 'failure', code, detail: '' })",
      },
    ],
  ),
  ...inFile(
    'src/workers/room/socket-client.ts',
    [SOCKET_CLIENT],
    [
      {
        name: 'offsets of earlier pages are not read',
        find: 'let offsets = readOffsets(deps.session[SESSION_KEYS.socketOffset]);',
        replace: 'let offsets = readOffsets(undefined);',
      },
      { name: 'the offset is not stored', find: 'deps.store(SESSION_KEYS.socketOffset, stored);', replace: '' },
      { name: 'the offset does not go along with the login', find: '...(offset === undefined ? {} : { offset }) };', replace: '};' },
      {
        name: 'offsets of other rooms are lost',
        find: 'writeOffsets(offsets, deps.roomId',
        replace: 'writeOffsets(new Map(), deps.roomId',
      },
      {
        name: 'a reload of the page is another entry',
        find: 'let entryId = deps.session[SESSION_KEYS.entryId];',
        replace: 'let entryId: string | undefined;',
      },
      { name: 'the entry is not stored', find: 'deps.store(SESSION_KEYS.entryId, entryId);', replace: '' },
      {
        name: 'the login has the screen of before',
        find: 'vertical: vertical ?? next.vertical',
        replace: 'vertical: next.vertical',
      },
      { name: 'the same screen is sent twice', find: 'if (next === vertical) return;', replace: '' },
      { name: 'the turned screen does not reach the socket worker', find: "up({ do: 'screen', vertical: next });", replace: '' },
      { name: 'the slider passed has no count', find: 'sliderPasses++;', replace: '' },
      { name: 'the slider passed does not leave', find: "up({ do: 'slider-passed', safety });", replace: '' },
      { name: 'the slider check does not reach the room', find: 'deps.onSlider(message.needed);', replace: '' },
      { name: 'the wanted login does not reach the room', find: 'deps.onLoginRequired();', replace: '' },
      { name: 'the state of the connection is not shown', find: 'patchChat({ connection: at, attempt, queued, error });', replace: '' },
      {
        name: 'messages do not reach the room',
        find: 'if (!isOfBlocked(message, blocked)) deps.onMessage(message);',
        replace: 'void message;',
      },
      { name: 'messages do not reach the chat', find: 'feed.add(shown, deps.me(), (uuid, seq) => lines.rowOf(uuid, seq));', replace: '' },
      { name: 'the number of skipped messages is lost', find: 'if (skipped.talk > 0) feed.skip(skipped.talk);', replace: '' },
      { name: 'each message is a batch', find: 'lastBatchMs = nowMs;', replace: '' },
      { name: 'what waits for the next batch stays', find: 'cancelFlush = deps.platform.after(inMs, flushSoon);', replace: '' },
      { name: 'an outcome does not reach its line', find: 'lines.settle(message.uuid, message.outcome);', replace: '' },
      { name: 'lines that wait for an answer stay', find: 'lines.resendVerified();', replace: '' },
      { name: 'an answered question stays', find: 'patchChat({ verify: null });\n        lines', replace: 'lines' },
      { name: 'a line that comes back is lost', find: '    giveBack,\n', replace: '    giveBack: () => undefined,\n' },
      { name: 'lines that wait are not sent after a restart', find: 'if (isFresh) lines.sendAll();', replace: '' },
      { name: 'a login sends all lines a second time', find: '    isFresh = false;\n', replace: '' },
      {
        name: 'messages of the restarted socket worker are lost',
        find: '      isFresh = true;\n      listen();',
        replace: '      isFresh = true;',
      },
      {
        name: 'the restarted socket worker is taken for the old one',
        find: '      isFresh = true;\n      listen();',
        replace: '      listen();',
      },
      { name: 'a retry does not reach the socket worker', find: "retry: () => up({ do: 'retry' })", replace: 'retry: () => undefined' },
      {
        name: 'an answer without a question is sent',
        find: 'if (verify === null) return;',
        replace: "if (verify === null) return up({ do: 'retry' });",
      },
    ],
  ),
  ...inFile(
    'src/wire/http.ts',
    ['tests/workers/room/calls.test.ts'],
    [{ name: 'the ajax monitor hears of no call', find: 'onCall({ method', replace: 'void ({ method' }],
  ),
  ...inFile(
    'src/workers/socket/socket.ts',
    ['tests/workers/socket/socket.test.ts'],
    [
      { name: 'the reports lack the chat’s session', find: "outs.stats({ type: 'socket-session', socsId: socSid })", replace: '{}' },
      { name: 'the scheduler is asked without cookies', find: "credentials: 'include'", replace: "credentials: 'same-origin'" },
      { name: 'a late dial counts', find: 'if (epoch !== runner.state().connection.epoch) return;', replace: '' },
      { name: 'the slider passed is not in the next login', find: 'identity = { ...identity, safety: message.safety };', replace: '{}' },
      { name: 'lines of another login leave under the new one', find: 'outbox.login(isLoggedIn(next) ? next.userId : 0);', replace: '' },
      { name: 'the screen is not sent after the login', find: 'if (identity !== null) sendScreen(identity.vertical);', replace: '' },
      {
        name: 'the offset of the login is another room’s',
        find: 'if (identity?.roomId !== next.roomId) receiver',
        replace: 'if (identity === null) receiver',
      },
      { name: 'a token reaches the debug view', find: '${hideToken(command.fields)}', replace: '${JSON.stringify(command.fields)}' },
    ],
  ),
  ...inFile(
    'src/workers/stats/stats.ts',
    ['tests/workers/stats/stats.test.ts'],
    [
      { name: 'reports of the star leave', find: 'if (identity.isStar === true) return;', replace: '' },
      { name: 'the identity does not change', find: 'identity = { ...identity, ...fact.identity };', replace: '' },
      { name: 'the room does not reach the visit', find: 'visit.send({ type: event });', replace: '' },
      { name: 'the same failure is logged each time', find: 'loggedMs.set(code, nowMs);', replace: '' },
    ],
  ),
];
