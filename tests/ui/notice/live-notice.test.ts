import { afterEach, expect, test, vi } from 'vitest';

import { galleryView } from '../../../mocks/gallery/states.ts';
import { liveNotice } from '../../../src/ui/notice/live-notice.ts';
import { createStore } from '../../../src/ui/store.ts';

const WORDS = { live: (star: string) => `live: ${star}`, soon: (star: string) => `soon: ${star}` };
afterEach(() => void vi.unstubAllGlobals());

test('P7 with forbidden storage a requested notification is shown until the page is closed, and can be cancelled', async () => {
  const shown: string[] = [];
  class FakeNotification extends EventTarget {
    static readonly permission = 'granted';
    static readonly requestPermission = () => Promise.resolve('granted');
    constructor(title: string) {
      super();
      shown.push(title);
    }
  }
  const forbidden = (): never => {
    throw new DOMException('', 'SecurityError');
  };
  vi.stubGlobal('Notification', FakeNotification);
  vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden });
  vi.stubGlobal('document', { hidden: true });
  vi.stubGlobal('navigator', { userAgent: '' });
  const store = createStore(galleryView('live', { width: 1_280, height: 720 }), (flush) => flush());
  const { room } = store.get();
  const setLive = (isLive: boolean): void => store.patch({ room: { ...room, liveStatus: isLive ? 1 : 0 } });
  setLive(false);
  expect(await liveNotice.want(store, 0, WORDS)).toBe(true);
  expect(liveNotice.isWanted(room.roomId)).toBe(true);
  setLive(true);
  expect(shown).toEqual([`live: ${room.starName}`]);
  liveNotice.forget(room.roomId);
  setLive(false);
  setLive(true);
  expect([shown.length, liveNotice.isWanted(room.roomId)]).toEqual([1, false]);
});
