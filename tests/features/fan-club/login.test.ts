import { beforeAll, expect, test } from 'vitest';
import { loadAllFeatures, openRoom } from '../../workers/room/harness.ts';

beforeAll(loadAllFeatures);

test('S34 S24 a guest who logs in at the fan club sees the own club, and a late answer for the guest is dropped', async () => {
  const answers: ((club: object) => void)[] = [];
  const club = (): Promise<object> => new Promise((resolve) => void answers.push(resolve));
  const clubOf = (plateId: number): object => ({ code: 0, data: { clubName: '星光', plateId } });
  const room = openRoom({ answers: { '/fandom/switch': { switchInfos: [] }, '/fandom/club': club } });
  await room.settle();
  room.act({ type: 'feature', feature: 'fan-club', action: { type: 'entry' } });
  await room.settle(100);
  room.act({ type: 'login', userId: 8, token: 'u', nickname: '别人' });
  await room.settle(100);
  expect(answers).toHaveLength(2);
  answers[0]!(clubOf(0));
  await room.settle(100);
  expect(room.view().features['fan-club']).toMatchObject({ view: { name: 'loading' } });
  answers[1]!(clubOf(7));
  await room.settle(100);
  expect(room.view().features['fan-club']).toMatchObject({ view: { name: 'shown', club: { plateId: 7 } } });
});
