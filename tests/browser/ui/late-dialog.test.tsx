import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';

import { FeatureBoundary } from '../../../src/ui/overlays/FeatureBoundary.tsx';
import { late } from '../../../src/ui/overlays/late.ts';
import { openPage } from './room-page.tsx';

test('P6 a dialog that cannot be shown is closed, so that later dialogs open', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const page = await openPage('live');
  await page.show({ dialogs: [{ type: 'unknown' as 'login' }, { type: 'login' }] });
  await page.until(() => page.acts.length > 0);
  vi.restoreAllMocks();
  expect(page.acts).toEqual([{ type: 'close-dialog', dialog: 'unknown' }]);
  await page.show({ dialogs: [{ type: 'login' }] });
  await page.until(() => page.maybe('dialog:modal input[name="token"]'));
  page.close();
});

test('a part whose code could not be loaded is loaded again when it is shown the next time', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let loads = 0;
  const part = late(async () => {
    if (loads++ === 0) throw new Error('offline');
    return { default: () => <p>shown</p> };
  });
  const root = document.body.appendChild(document.createElement('div'));
  const react = createRoot(root);
  const failed = vi.fn();
  for (let showing = 0; showing < 2; showing++) {
    react.render(
      <FeatureBoundary name="part" key={showing} onBroken={failed}>
        <part.Part />
      </FeatureBoundary>,
    );
    await vi.waitFor(() =>
      expect([loads, failed.mock.calls.length, root.textContent]).toEqual([showing + 1, 1, showing === 0 ? '' : 'shown']),
    );
  }
  react.unmount();
  root.remove();
  vi.restoreAllMocks();
});

test('P3 the player log opens again after it could not be shown', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const page = await openPage('live');
  const { player } = page.store.get();
  const openLog = async (): Promise<void> => {
    page.hosts.at(-1)!.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 40, clientY: 60 }));
    (await page.until(() => page.maybe('[role="menu"]'))).querySelectorAll('button')[1]!.click();
  };
  await page.show({ player: { ...player, log: [null as never] } });
  await openLog();
  await page.until(() => page.events.some((event) => event.type === 'page-part-failed' && event.name === 'player-log'));
  vi.restoreAllMocks();
  await page.show({ player });
  await openLog();
  await page.until(() => page.maybe('dialog:modal pre'));
  page.close();
});
