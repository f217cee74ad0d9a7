import { expect, test } from 'vitest';
import { playedFeature, VIEWER_ID } from '../../feature-plays.ts';
import { disorder } from '../../feature-room.ts';
import { seeded } from '../../seeded.ts';

test('S37 ranks are requested when opened, show the own place, and report a failure', async () => {
  const play = await playedFeature('ranks', [VIEWER_ID, 0]);
  const [mine, guest] = play.viewers;
  for (const viewer of play.viewers) await viewer.act({ type: 'entry' });
  expect(mine?.view()).toMatchObject({ load: 'idle', total: 128, own: { rank: expect.any(Number) as number } });
  expect((mine!.view()!['places'] as readonly { isMine: boolean }[]).filter(({ isMine }) => isMine).length).toBe(1);
  expect(guest?.view()).toMatchObject({ own: null });
  await mine!.act({ type: 'pick', which: { kind: 'guards', period: 'month' } });
  expect(mine?.view()).toMatchObject({ which: { kind: 'guards', period: 'month' }, load: 'idle' });
  const deaf = await playedFeature('ranks', [VIEWER_ID], () => undefined);
  await deaf.viewers[0]!.act({ type: 'entry' });
  deaf.advance(6_100);
  expect(deaf.viewers[0]?.view()).toMatchObject({ load: 'failed', places: null });
  for (let seed = 1; seed <= 4; seed++) {
    const bad = await playedFeature('ranks', [VIEWER_ID], disorder(seeded(seed)));
    await bad.viewers[0]!.act({ type: 'entry' });
    bad.start();
    bad.advance(60_000);
    expect(bad.viewers[0]?.errors).toEqual([]);
    expect(bad.phase()).toBeNull();
    bad.host.dispose();
  }
  play.host.dispose();
  deaf.host.dispose();
});
