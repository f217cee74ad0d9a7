import type { WebSocket } from 'ws';
import { createChatServer, type ChatOut } from '../chat-server.ts';
import { faultOf, faultsNow, type Fault, type Injected } from '../faults.ts';
import type { SocketLog } from '../recording.ts';
import { MAX_WAIT_MS } from '../replay.ts';
import type { Scenario } from '../scenarios.ts';

export interface ChatNeeds {
  readonly log: SocketLog;
  readonly scenario: Scenario;
  readonly path: string;
  readonly earlier: number;
  readonly injected: () => Injected;
}

/** 1006 cannot be sent: it is what the other side sees when nothing was. */
const ABNORMAL = 1006;

export function serveChat(socket: WebSocket, needs: ChatNeeds): void {
  const { log, scenario, path, earlier } = needs;
  const startMs = Date.now();
  const faults = (): readonly Fault[] => faultsNow(scenario.faults, needs.injected(), { lane: 'socket', path, earlier, startMs });
  const server = createChatServer({ log, manners: scenario.manners, faults, earlier });
  let timer: NodeJS.Timeout | undefined;
  const send = (message: ChatOut): void => {
    if (socket.readyState === socket.OPEN) socket.send(message);
  };
  const turn = (): void => {
    const nowMs = Date.now();
    const due = server.due(nowMs - startMs, nowMs);
    for (const message of due.messages) send(message);
    if (due.close?.isClean === true && due.close.code !== ABNORMAL) socket.close(due.close.code);
    else if (due.close) socket.terminate();
    else timer = setTimeout(turn, Math.min(MAX_WAIT_MS, Math.max(1, due.nextMs - (nowMs - startMs))));
  };
  socket.on('message', (data: Buffer | ArrayBuffer | Buffer[], isBinary) => {
    const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);
    const message = isBinary ? new Uint8Array(bytes) : bytes.toString('utf8');
    setTimeout(
      () => {
        const answer = server.receive(message, Date.now());
        for (const reply of answer.messages) send(reply);
        if (answer.close) socket.close(1000);
      },
      faultOf(faults(), 'delay')?.ms ?? 0,
    );
  });
  socket.on('close', () => clearTimeout(timer));
  // A client that breaks off in the middle of a frame is not our trouble.
  socket.on('error', () => socket.terminate());
  turn();
}
