import { expect, test } from 'vitest';
import { startOrigin } from '../../../mocks/origin/server.ts';
import type { Message } from '../../../src/wire/registry.ts';
import { enter } from '../../mocks/chat-login.ts';
import { value } from '../../mocks/fixture-files.ts';

test('S21 gifts work as in the offline room: shop, wallet, an order once, and its effect in the giver’s room', async () => {
  const origin = value(await startOrigin({ port: 0, scenario: '', dist: '/nonexistent' }));
  const { address } = origin;
  const cookie = { cookie: 'fx_userid=7; fx_token=t' };
  const asked = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> =>
    (await (await fetch(`${address}/svc/secure/gift/${path}`, { headers: cookie, ...init })).json()) as Record<string, unknown>;
  const effects: number[] = [];
  const noting = (roomid: number) => (message: Message) => {
    if (message.name === 'gift' && message.body.senderid === 7) effects.push(roomid);
  };
  const sockets = [await enter(address, 1001, 7, noting(1001)), await enter(address, 1002, 8, noting(1002))];
  expect(await asked('list?roomId=1001')).toMatchObject({ code: 0, data: { tabs: expect.any(Array) } });
  const before = (await asked('wallet')) as { data: { balance: number } };
  const order = (reqId: string): RequestInit => ({
    method: 'POST',
    headers: { ...cookie, 'content-type': 'application/json' },
    body: JSON.stringify({
      toUserId: 91_001,
      toKgId: 91_001,
      giftId: 101,
      giftNum: 2,
      store: 0,
      ext: JSON.stringify({ reqId, comboId: 'c' }),
    }),
  });
  const paid = { code: 0, data: { balance: before.data.balance - 20 } };
  expect(await asked('send', order('one'))).toEqual(paid);
  expect(await asked('send', order('one'))).toEqual(paid);
  await expect.poll(() => effects).toEqual([1001]);
  expect(await asked('wallet', { headers: { cookie: 'fx_userid=8; fx_token=t' } })).toMatchObject({
    data: { balance: before.data.balance },
  });
  for (const headers of [{}, { cookie: 'fx_userid=7' }, { cookie: 'fx_userid=7; fx_token=' }])
    expect(await asked('wallet', { headers })).toMatchObject({ code: 1 });
  expect((await fetch(`${address}/svc/secure/gift/nothing`, { headers: cookie })).status).toBe(404);
  for (const socket of sockets) socket.terminate();
  await origin.close();
});
