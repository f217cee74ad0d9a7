import { afterEach, expect, test, vi } from 'vitest';
import type { ChannelMessage } from '../../../mocks/control.ts';
import { createRelay } from '../../../mocks/media/relay.ts';
import { openPeers, stubPeers } from './fake-peer.ts';

const ROOM = 1001;

afterEach(() => vi.unstubAllGlobals());

test('P20 the tab of the star ignores an offer that cannot be read, and answers the next one', async () => {
  stubPeers();
  vi.stubGlobal('Audio', EventTarget);
  vi.stubGlobal(
    'MediaStream',
    class {
      readonly getTracks = (): readonly never[] => [];
    },
  );
  const posted: ChannelMessage[] = [];
  let receive: (message: ChannelMessage) => void = () => undefined;
  const relay = createRelay({ post: (message) => posted.push(message), listen: (listener) => void (receive = listener) });
  await relay.publish('star', ROOM, 'offer', () => true);
  receive({ kind: 'watch', id: 'broken', roomId: ROOM, sdp: 'bad' });
  receive({ kind: 'watch', id: 'viewer', roomId: ROOM, sdp: 'offer' });
  await vi.waitFor(() => expect(posted).toEqual([{ kind: 'watched', id: 'viewer', sdp: 'answer' }]));
  // The star and one viewer.
  await vi.waitFor(() => expect(openPeers()).toBe(2));
  relay.unpublish('star');
  expect(openPeers()).toBe(0);
});
