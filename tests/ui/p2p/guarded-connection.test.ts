import { expect, test } from 'vitest';
import { guardedConnection } from '../../../src/ui/p2p/guarded-connection.ts';

class Connection extends EventTarget {
  connectionState = 'new';
  readonly descriptions: unknown[] = [];

  setLocalDescription(description?: RTCLocalSessionDescriptionInit): Promise<void> {
    this.descriptions.push(description?.type ?? 'implicit');
    return Promise.resolve();
  }

  close(): void {
    this.connectionState = 'closed';
  }
}

test('P23 a connection whose offer would be renewed by a rollback is closed, so that the library creates a new one', async () => {
  const Guarded = guardedConnection(Connection as unknown as typeof RTCPeerConnection);
  const connection = new Guarded() as RTCPeerConnection & Connection;
  await connection.setLocalDescription();
  await connection.setLocalDescription({ type: 'answer', sdp: '' });
  expect([connection.descriptions, connection.connectionState]).toEqual([['implicit', 'answer'], 'new']);
  await connection.setLocalDescription({ type: 'rollback' });
  expect([connection.descriptions, connection.connectionState]).toEqual([['implicit', 'answer'], 'closed']);
});
