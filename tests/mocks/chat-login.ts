import { WebSocket } from 'ws';
import { encodeCommand } from '../../src/wire/encode-command.ts';
import { readEnvelope } from '../../src/wire/envelope.ts';
import { readFrame } from '../../src/wire/frame.ts';
import { readPush } from '../../src/wire/read-push.ts';
import type { Message } from '../../src/wire/registry.ts';

/** Logs in at the chat of an origin server and passes every push to the test. */
export async function enter(address: string, roomid: number, kugouid: number, onPush: (message: Message) => void): Promise<WebSocket> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/chat/normal`);
  socket.on('message', (data: Buffer, isBinary) => {
    const frame = isBinary ? readFrame(new Uint8Array(data)) : null;
    const envelope = frame?.ok === true ? readEnvelope(frame.value.payload) : null;
    const message = frame?.ok === true && envelope?.ok === true ? readPush(frame.value.command, envelope.value) : null;
    if (message?.ok === true) onPush(message.value);
  });
  await new Promise((resolve) => socket.on('open', resolve));
  const login = { cmd: 201, roomid, kugouid, token: 't', appid: '', referer: '', clientid: 100, v: 1, soctoken: '', sid: '', socsid: '' };
  socket.send(encodeCommand({ id: 201, fields: { ...login, deviceNo: '', screen: 0, platid: 0, dfid: '-' } }));
  await new Promise((resolve) => socket.once('message', resolve));
  return socket;
}
