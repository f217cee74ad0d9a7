import type { WebSocket } from 'ws';
import type { Chat, ChatSocket } from '../backend/chat.ts';

/** 1006 cannot be sent; the peer sees it when the connection ends without a close frame. */
const ABNORMAL = 1006;

/** Connects a socket of the server to the chat. */
export function serveChat(socket: WebSocket, chat: Chat, options: Omit<ChatSocket, 'send' | 'close'>): void {
  const connection = chat.open({
    ...options,
    send(message) {
      if (socket.readyState === socket.OPEN) socket.send(message);
    },
    close(code, isClean) {
      if (isClean && code !== ABNORMAL) socket.close(code);
      else socket.terminate();
    },
  });
  socket.on('message', (data: Buffer | ArrayBuffer | Buffer[], isBinary) => {
    const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);
    connection.receive(isBinary ? new Uint8Array(bytes) : bytes.toString('utf8'));
  });
  socket.on('close', () => connection.end());
  // A client may disconnect in the middle of a frame: the socket's error is ignored.
  socket.on('error', () => socket.terminate());
}
