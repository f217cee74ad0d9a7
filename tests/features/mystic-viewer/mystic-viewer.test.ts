import { beforeAll, expect, test } from 'vitest';
import { loadAllFeatures, openedRoom } from '../../workers/room/harness.ts';

beforeAll(loadAllFeatures);

test('S35 the card about mystic viewers opens, stays open and closes', async () => {
  const room = await openedRoom();
  const after = async (type: string) => {
    room.act({ type: 'feature', feature: 'mystic-card', action: { type } });
    await room.settle(40);
    return room.view().features['mystic-viewer'];
  };
  for (const type of ['open', 'open']) expect(await after(type)).toEqual({ name: 'shown', view: { isShown: true } });
  expect(await after('close')).toEqual({ name: 'hidden' });
});
