import { describe, expect, test } from 'vitest';
import { playedFeature, testsOfPlay, testsOfState, VIEWER_ID } from '../../feature-plays.ts';
import { STAR_ID } from '../../feature-room.ts';

describe('S9 S37 red-packets with its scripted session', () => {
  testsOfPlay('red-packets', 150_000);
  testsOfState('red-packets');
});

test('S37 each viewer grabs a red packet once, all of its coins are given, and the star gives the next one', async () => {
  const play = await playedFeature('red-packets', [VIEWER_ID, STAR_ID]);
  const [mine, star] = play.viewers;
  play.start();
  const packet = () => (mine?.view()?.['packet'] ?? null) as { packetId: string; status: string; mine: { coin: number } | null } | null;
  expect(packet()).toMatchObject({ status: 'waiting', num: 8, leftMs: 10_000 });
  await mine!.act({ type: 'grab', packetId: packet()!.packetId });
  expect(packet()).toMatchObject({ mine: null });
  play.advance(10_100);
  expect(packet()).toMatchObject({ status: 'open' });
  const packetId = packet()!.packetId;
  await mine!.act({ type: 'grab', packetId });
  expect(packet()!.mine!.coin).toBeGreaterThan(0);
  await mine!.act({ type: 'grab', packetId });
  expect(mine?.view()).toMatchObject({ ask: { name: 'failed', text: '你已经抢过了' } });
  // The star's form, which the server checks: too few coins first, then a valid packet.
  await star!.act({ type: 'entry' });
  await star!.act({ type: 'give', coin: 10, num: 20, title: '' });
  expect(star?.view()).toMatchObject({ dialog: 'form', ask: { name: 'failed' } });
  play.end();
  play.advance(16_000);
  expect(packet()).toBeNull();
  await star!.act({ type: 'give', coin: 100, num: 1, title: '晚安' });
  expect(star?.view()).toMatchObject({ dialog: 'none', packet: { title: '晚安', status: 'waiting' } });
  await mine!.act({ type: 'give', coin: 100, num: 1, title: '' });
  expect(mine?.view()).toMatchObject({ ask: { name: 'failed', text: '仅主播可操作' } });
  play.advance(10_100);
  await mine!.act({ type: 'grab', packetId: packet()!.packetId });
  expect(packet()).toMatchObject({ status: 'empty', mine: { coin: 100 }, numLeft: 0 });
  play.host.dispose();
});
