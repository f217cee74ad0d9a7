import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRecordingPeers, createRelay } from '../../mocks/media/webrtc.ts';
import type { ChannelMessage } from '../../mocks/control.ts';

/** A connection that answers each offer except `bad`. */
class FakePeer extends EventTarget {
  static all: FakePeer[] = [];
  connectionState = 'connected';
  readonly iceGatheringState = 'complete';
  readonly localDescription = { sdp: 'answer' };
  readonly getSenders = (): readonly never[] => [];

  constructor() {
    super();
    FakePeer.all.push(this);
  }

  setRemoteDescription({ sdp }: RTCSessionDescriptionInit): Promise<void> {
    if (this.connectionState === 'closed') return Promise.reject(new DOMException('the connection is closed', 'InvalidStateError'));
    return sdp === 'bad' ? Promise.reject(new DOMException('no session description', 'OperationError')) : Promise.resolve();
  }

  setLocalDescription(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    this.connectionState = 'closed';
  }
}

function stubPeers(): void {
  FakePeer.all = [];
  vi.stubGlobal('RTCPeerConnection', FakePeer);
}

const openPeers = (): number => FakePeer.all.filter(({ connectionState }) => connectionState === 'connected').length;

const media = vi.hoisted(() => ({ open: 0, stop: () => void media.open-- }));
vi.mock('../../mocks/media/webrtc-source.ts', () => ({
  async openWebRtcSource() {
    await Promise.resolve();
    media.open++;
    return { stream: { getTracks: () => [], getVideoTracks: () => [] }, stop: media.stop };
  },
}));

beforeEach(() => {
  media.open = 0;
  stubPeers();
});
afterEach(() => vi.unstubAllGlobals());

test('P20 the offline room keeps the newest four viewers of a recording, also if their offers arrive together', async () => {
  const { play, leave } = createRecordingPeers();
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  await Promise.allSettled(ids.map((id) => play(id, 'stage', 'offer', () => [])));
  expect([openPeers(), media.open]).toEqual([4, 4]);
  for (const id of ids) leave(id);
  await vi.waitFor(() => expect([openPeers(), media.open]).toEqual([0, 0]));
});

test('P20 an offer that cannot be read ends the recording that was opened for it', async () => {
  const { play } = createRecordingPeers();
  await expect(play('a', 'stage', 'bad', () => [])).rejects.toThrow('no session description');
  await vi.waitFor(() => expect([openPeers(), media.open]).toEqual([0, 0]));
});

const ROOM = 1001;

test('P20 the tab of the star ignores an offer that cannot be read, and answers the next one', async () => {
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
