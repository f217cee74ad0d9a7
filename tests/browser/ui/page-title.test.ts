import { expect, test } from 'vitest';

import type { ChatRow } from '../../../src/core/room/view.ts';
import { chatRow, frame, openPage } from './room-page.tsx';

test('P28 the title counts the lines of others while the tab is hidden, and only then', async () => {
  const page = await openPage('live');
  const titles: string[] = [];
  const seen = async (isHidden: boolean, rows: readonly ChatRow[]): Promise<void> => {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    page.store.chat({ rows, settled: [], failed: [], removed: [], skipped: 0 });
    await frame();
    await frame();
    titles.push(document.title);
  };
  await seen(false, [chatRow()]);
  await seen(true, [chatRow(), chatRow({ isMe: true }), chatRow()]);
  await seen(true, [chatRow()]);
  await seen(false, []);
  Reflect.deleteProperty(document, 'hidden');
  const [title] = titles;
  page.close();
  expect(titles).toEqual([title, `(2) ${title}`, `(3) ${title}`, title]);
});
