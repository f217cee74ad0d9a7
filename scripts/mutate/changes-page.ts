/** Wiring of the page: the session and its restarts, the supervisor, the ends of the workers. */
import { inFile } from './in-file.ts';

const SESSION = 'tests/ui/session.test.ts';

export const PAGE_CHANGES = [
  ...inFile(
    'src/ui/supervisor.ts',
    ['tests/ui/supervisor.test.ts'],
    [
      {
        name: 'a worker is restarted without end',
        find: 'const restarting = count <= MAX_RESTARTS;',
        replace: 'const restarting = count > 0;',
      },
      { name: 'a death is forgotten', find: 'deaths.set(name, count);', replace: '' },
      { name: 'a steady time does not count', find: 'nowMs() - bornMs > STEADY_MS', replace: 'nowMs() < 0' },
      { name: 'a worker ended on purpose is restarted', find: 'if (!on.isCurrent()) return;', replace: '' },
      { name: 'a death is not reported', find: 'on.onDeath(detail, restarting);', replace: '' },
      { name: 'a worker that hangs is not noticed', find: 'heartbeats.watch(worker);', replace: '' },
      { name: 'restarts do not wait longer each time', find: 'count - 1, random()', replace: '0, random()' },
    ],
  ),
  ...inFile(
    'src/page/spawn.ts',
    ['tests/page/spawn.test.ts'],
    [
      {
        name: 'a crash is not noticed',
        find: "worker.addEventListener('error', (event) => declareDead(event.message || 'could not be loaded'));",
        replace: '',
      },
      {
        name: 'a message that cannot be read is not noticed',
        find: "worker.addEventListener('messageerror', () => declareDead('a message could not be read'));",
        replace: '',
      },
      {
        name: 'a call to a dead worker waits without end',
        find: 'Promise.race([answer, dead, late])',
        replace: 'Promise.race([answer, late])',
      },
      {
        name: 'a call to a silent worker waits without end',
        find: 'Promise.race([answer, dead, late])',
        replace: 'Promise.race([answer, dead])',
      },
      { name: 'an ended worker runs on', find: '      worker.terminate();', replace: '' },
      {
        name: 'a call that throws is lost',
        find: ".catch((cause: unknown) => err('WORKER_CRASHED', `${name}: ${String(cause)}`))",
        replace: '',
      },
    ],
  ),
  ...inFile(
    'src/core/room/first-stage.ts',
    ['tests/workers/room/first-stage.test.ts'],
    [
      { name: 'live plays ahead of its guests', find: '!showsPictures || isStageTaken(', replace: '!showsPictures && isStageTaken(' },
      { name: 'a fallback start is played ahead', find: "state.at === 'running' && !state.isFallback", replace: "state.at === 'running'" },
      { name: 'a developer’s flags are not seen', find: ' || flags.debug || ', replace: ' || ' },
    ],
  ),
  ...inFile(
    'src/ui/session.ts',
    [SESSION],
    [
      { name: 'events before the room is there are lost', find: 'for (const event of early) next.postMessage(event);', replace: '' },
      { name: 'a view is not shown', find: 'store.patch(command.patch);', replace: '' },
      {
        name: 'no player is opened before the room',
        find: 'openFirstStage({ answers, order: player.order, watch: (onFact) => (watch = onFact), showAhead })',
        replace: 'Promise.resolve(null)',
      },
      {
        name: 'a restarted room does not know what plays',
        find: "next.postMessage({ type: 'player-state', facts: state() } satisfies PageEvent)",
        replace: 'void state',
      },
      { name: 'the viewer’s sound does not reach the player', find: 'player.order(playerOrder(action))', replace: 'undefined' },
      { name: 'chat does not reach the list', find: 'store.chat(command.batch);', replace: '' },
      { name: 'a reload is not carried out', find: 'location.reload();', replace: '' },
      { name: 'a way to another address is not taken', find: 'location.replace(new URL(command.to, location.href));', replace: '' },
      { name: 'a cookie is not written', find: 'writeCookie(command.cookie);', replace: '' },
      {
        name: 'values of the visit are stored for ever',
        find: "command.area === 'local' ? 'localStorage' : 'sessionStorage'",
        replace: "'localStorage'",
      },
      {
        name: 'a resized window does not reach the room',
        find: "addEventListener('resize', () => send({ type: 'viewport', ...viewport(), devicePixelRatio }));",
        replace: '',
      },
      {
        name: 'the end of the page does not reach the room',
        find: "addEventListener('pagehide', () => send({ type: 'page-hide' }));",
        replace: '',
      },
      {
        name: 'a page that comes back does not reach the room',
        find: "addEventListener('pageshow', (event) => event.persisted && send({ type: 'page-back' }));",
        replace: '',
      },
      {
        name: 'an event of the player ends at the page',
        find: "send({ type: 'player', fact, atMs: performance.now() });",
        replace: '',
      },
    ],
  ),
  ...inFile(
    'src/ui/room-workers.ts',
    [SESSION],
    [
      {
        name: 'a restarted socket worker has no way to the reports',
        find: 'await workers.stats?.call((api) => api.addPort(transfer(toStats.port2, [toStats.port2])));',
        replace: '',
      },
      {
        name: 'the room does not get the port of a restarted socket worker',
        find: "if (answer.ok) this.#deps.send({ type: 'worker-back', worker: 'socket', port: toRoom.port1 }, [toRoom.port1]);",
        replace: '',
      },
      { name: 'the dead socket worker is not ended', find: 'workers.socket?.terminate();\n    const', replace: 'const' },
      {
        name: 'a second death of the socket worker is not noticed',
        find: "    this.#watch('socket', socket, () => this.#restartSocket());\n    const toRoom",
        replace: '    const toRoom',
      },
      {
        name: 'the room does not get the port of a restarted stats worker',
        find: "this.#deps.send({ type: 'worker-back', worker: 'stats', port: fromRoom.port1 }, [fromRoom.port1]);",
        replace: '',
      },
      {
        name: 'the socket worker reports to a dead stats worker',
        find: 'await workers.socket?.call((api) => api.replaceStats(transfer(fromSocket.port1, [fromSocket.port1])));',
        replace: '',
      },
      {
        name: 'beacons of a restarted stats worker are not held',
        find: 'if (!answer.ok) return;\n    this.#connectBeacons(stats);',
        replace: 'if (!answer.ok) return;',
      },
      { name: 'a restarted stats worker begins as nobody', find: 'userId: me.userId, embed', replace: 'userId: 0, embed' },
      {
        name: 'a second death of the stats worker is not noticed',
        find: "    this.#watch('stats', stats, () => this.#restartStats());\n    const fromRoom",
        replace: '    const fromRoom',
      },
      {
        name: 'the death of a worker does not reach the room',
        find: "else send({ type: 'worker-died', worker: name, detail, restarting });",
        replace: '',
      },
      {
        name: 'a dead room worker is not shown',
        find: "store.patch({ services: [{ service: 'room', name, code: 'WORKER_CRASHED', recovering: restarting }] });",
        replace: 'return;',
      },
      { name: 'the socket worker of a dead room runs on', find: 'old?.socket?.terminate();', replace: '' },
      { name: 'the stats worker of a dead room runs on', find: 'old?.stats?.terminate();', replace: '' },
      {
        name: 'a restarted room keeps the view of the old one',
        find: 'store.reset({ ...initialView(viewport()), room, ...shown });',
        replace: '',
      },
    ],
  ),
];
