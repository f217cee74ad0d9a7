import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRecordingPeers } from '../../../mocks/media/webrtc.ts';
import { openPeers, stubPeers } from './fake-peer.ts';

const media = vi.hoisted(() => ({ open: 0, stop: () => void media.open-- }));
vi.mock('../../../mocks/media/webrtc-source.ts', () => ({
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
