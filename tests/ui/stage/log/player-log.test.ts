import { afterEach, expect, test, vi } from 'vitest';

import { galleryView } from '../../../../mocks/gallery/states.ts';
import type { Diagnostics } from '../../../../src/ui/page/diagnostics.ts';
import { downloadLog } from '../../../../src/ui/stage/log/player-log.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('P3 the address of the saved log is valid after the click, because browsers read the file later, and is released at last', async () => {
  vi.useFakeTimers();
  const links: { readonly href: string; readonly download: string }[] = [];
  vi.stubGlobal('document', {
    createElement: () => ({
      click: vi.fn(function (this: (typeof links)[number]) {
        links.push(this);
      }),
    }),
  });
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  await downloadLog(galleryView('live', { width: 1_280, height: 720 }), () => Promise.resolve({ version: '1.2.3' } as Diagnostics));
  expect(links.map(({ download }) => download)).toEqual([expect.stringMatching(/^footlight-player-\d+\.log$/)]);
  vi.advanceTimersByTime(5_000);
  expect(revoked).not.toHaveBeenCalled();
  expect(await (await fetch(links[0]!.href)).text()).toContain('"version": "1.2.3"');
  vi.runAllTimers();
  expect(revoked).toHaveBeenCalledExactlyOnceWith(links[0]!.href);
});
