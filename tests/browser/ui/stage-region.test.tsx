import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';

import { mountRegion, StageRegion } from '../../../src/ui/stage/StageRegion.tsx';

test('P3 S21 the content of a region moves with it to the other host, whichever host changes first', () => {
  const [stage, page] = [document.createElement('div'), document.createElement('div')];
  const react = createRoot(document.createElement('div'));
  flushSync(() => react.render(<StageRegion name="banners">here</StageRegion>));
  const shown = (): readonly string[] => [stage.textContent, page.textContent];
  const run = (act: () => unknown): readonly string[] => {
    flushSync(() => void act());
    return shown();
  };
  let leaveStage = (): void => undefined;
  let leavePage = (): void => undefined;
  expect(run(() => (leaveStage = mountRegion('banners', 'stage', stage)))).toEqual(['here', '']);
  expect(run(() => (leavePage = mountRegion('banners', 'page', page)))).toEqual(['', 'here']);
  expect(run(() => leaveStage())).toEqual(['', 'here']);
  expect(run(() => leavePage())).toEqual(['', '']);
  react.unmount();
});
