import { expect, test } from 'vitest';
import { playedFeature, VIEWER_ID } from '../../feature-plays.ts';

test('S37 a missed order is taken once; a guest is asked to log in', async () => {
  const play = await playedFeature('pet', [VIEWER_ID, 7, 0]);
  const [mine, other, guest] = play.viewers;
  play.start();
  play.advance(200);
  const take = (viewer: (typeof play.viewers)[number] | undefined) => {
    const { key, petId, orderId } = viewer!.view() as { readonly key: string; readonly petId: number; readonly orderId: string };
    return viewer!.act({ type: 'request', key, verb: 'take', fields: { petId, orderId } });
  };
  await take(guest);
  expect(guest?.logins()).toBe(1);
  await take(mine);
  expect(mine?.view()).toMatchObject({ request: { name: 'done' } });
  await take(other);
  expect(other?.view()).toMatchObject({ request: { name: 'failed', text: '这个订单已经被接走了' } });
  play.advance(4_000);
  expect(mine?.view()).toBeNull();
  play.host.dispose();
});
