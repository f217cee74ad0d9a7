/** Positions and sizes on the room's page, which depend on the fonts: this file also runs without Chinese fonts (vitest.config.ts). */
import { expect, test } from 'vitest';

import { layoutRoom, PLAIN_ROOM, stageOnPage } from '../../../src/core/room/layout/layout.ts';
import { buttonOf, chatRow, frame, openPage, type Page } from './room-page.tsx';

let page: Page;

test('P3 P11 the mount effects are in the layout’s box, 830x468 on the default stage', async () => {
  page = await openPage('mount');
  const layout = { ...page.store.get().layout, mounts: { x: 11, y: 6, width: 830, height: 468 } };
  await page.show({ layout });
  const box = await page.until(() => page.maybe('[data-mount]'));
  expect([box.offsetLeft, box.offsetTop, box.offsetWidth, box.offsetHeight]).toEqual([11, 6, 830, 468]);
  expect((await page.until(() => page.maybe('[data-region="lower"] > p'))).textContent).toContain('今夜星光');
  await page.show({ layout: { ...layout, mounts: null } });
  expect(page.maybe('[data-mount]')).toBeNull();
});

test('P3 P4 the stage is at the position of the picture before the page was rendered, in any layout', async () => {
  page = await openPage('live');
  const { clientWidth, clientHeight } = document.documentElement;
  const viewport = { width: clientWidth, height: clientHeight };
  for (const isVertical of [false, true])
    for (const [isTheatre, hidesChat] of [
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ] as const) {
      const layout = layoutRoom({ ...PLAIN_ROOM, viewport, isVertical, isTheatre, hidesChat });
      await page.show({ layout });
      const { left, top, width, height } = page.hosts.at(-1)!.parentElement!.getBoundingClientRect();
      const early = stageOnPage(layout, { width: document.documentElement.clientWidth, height: clientHeight });
      expect({ isVertical, isTheatre, hidesChat, x: left, y: top + scrollY, width, height }).toEqual({
        isVertical,
        isTheatre,
        hidesChat,
        ...early,
      });
    }
});

test('S20 a list that is scrolled up does not move, new rows are counted, and one click returns to the end', async () => {
  page = await openPage('live');
  for (let batch = 0; batch < 3; batch++) page.say(Array.from({ length: 100 }, () => chatRow()));
  const log = page.find('[role="log"]');
  log.scrollTop = -400;
  await page.until(() => buttonOf('回到最新'));
  const last = page.rows().at(-1)!.dataset['id'];
  // Rows skipped during the flood are present once the viewer scrolls.
  const ids = page.rows().map((row) => Number(row.dataset['id']));
  expect(ids.length).toBeGreaterThanOrEqual(120);
  expect(ids).toEqual(ids.map((_, index) => ids[0]! + index));
  const later = Array.from({ length: 40 }, () => chatRow());
  page.say(later);
  await frame();
  expect(page.rows().at(-1)!.dataset['id']).toBe(last);
  const back = await page.until(() => buttonOf('40 条新消息'));

  buttonOf('查看更早的消息')!.click();
  const history = await page.until(() => page.maybe('[aria-label="正在浏览历史消息"] [data-id]'));
  expect(history).toBeTruthy();
  expect(document.querySelectorAll('[aria-label="正在浏览历史消息"] [data-id]').length).toBeLessThan(120);

  back.click();
  await page.until(() => page.maybe('[aria-label="正在浏览历史消息"]') === null);
  // The missing rows are at the end; the oldest blocks beyond the bound are removed.
  const after = page.rows().map((row) => Number(row.dataset['id']));
  expect(after.at(-1)).toBe(later.at(-1)!.id);
  expect(after).toEqual(after.map((_, index) => after[0]! + index));
  expect(after.length).toBeLessThanOrEqual(120);
  expect(after.length).toBeGreaterThan(90);
  expect(log.scrollTop).toBe(0);
});

test('S20 a click on the notice of a mention scrolls to its row, marks it and ends the count', async () => {
  page = await openPage('live');
  page.say(Array.from({ length: 100 }, () => chatRow()));
  const log = page.find('[role="log"]');
  log.scrollTop = -400;
  await page.until(() => buttonOf('回到最新'));
  const mention = chatRow({ mentionsMe: true, text: '@我 你好' });
  page.say([mention, ...Array.from({ length: 30 }, () => chatRow())]);
  const notice = await page.until(() => buttonOf('有人@你'));
  notice.click();
  const row = await page.until(() => page.maybe('[role="log"] [data-called]'));
  expect(row.dataset['id']).toBe(String(mention.id));
  const { top, bottom } = log.getBoundingClientRect();
  const at = row.getBoundingClientRect();
  expect(at.top).toBeGreaterThanOrEqual(top);
  expect(at.bottom).toBeLessThanOrEqual(bottom);
  await page.until(() => !notice.isConnected);
});

/** Distance of a row from the top of the list, in pixels. */
const topOf = (id: string): number =>
  document.querySelector(`[role="log"] [data-id="${id}"]`)!.getBoundingClientRect().top -
  page.find('[role="log"]').getBoundingClientRect().top;
const firstInSight = (): string =>
  page.rows().find((row) => row.getBoundingClientRect().bottom > page.find('[role="log"]').getBoundingClientRect().top + 1)!.dataset['id']!;
/** Half a pixel of the list and half of the window. */
const ROUNDING_PX = 1.5;

const ROW_STYLES = {
  'as it is': '',
  'small rows': '[role="log"] [data-id] { font-size: 9px; line-height: 1.1; padding-block: 0; }',
  'large rows': '[role="log"] [data-id] { font-size: 26px; line-height: 2; }',
  'another font': '[role="log"] * { font-family: monospace; }',
  'zoomed in': ':root { zoom: 1.75; }',
  'zoomed out': ':root { zoom: 0.6; }',
};
/** Long and short lines, Latin and Chinese, with different heights. */
const lines = (count: number): void =>
  page.say(
    Array.from({ length: count }, (_, i) =>
      chatRow({ text: ['短', 'a line that is long enough to be broken '.repeat(1 + (i % 3)), '今晚的歌真好听'][i % 3]! }),
    ),
  );

for (const [name, css] of Object.entries(ROW_STYLES))
  test(`S20 a list that is scrolled up keeps its position from the first frame on: ${name}`, async () => {
    page = await openPage('live');
    const style = document.createElement('style');
    style.textContent = css;
    page.root.append(style);
    for (let batch = 0; batch < 4; batch++) lines(100);
    await frame();
    const log = page.find('[role="log"]');
    log.scrollTop = -1_000;
    // Position in the last painted picture when the page is notified.
    const { id, topPx } = await new Promise<{ id: string; topPx: number }>((resolve) => {
      addEventListener('scroll', () => resolve({ id: firstInSight(), topPx: topOf(firstInSight()) }), { capture: true, once: true });
    });
    await page.until(() => buttonOf('回到最新'));
    for (let turn = 0; turn < 10; turn++) {
      lines(20);
      await frame();
    }
    expect(Math.abs(topOf(id) - topPx)).toBeLessThan(ROUNDING_PX);
    expect(page.root.textContent).toContain('200 条新消息');
  });

test('S20 font, zoom, width, language and removed rows do not move the reading position', async () => {
  page = await openPage('live');
  const own = chatRow({ type: 'own-waiting', isMe: true, text: '回声' });
  for (let batch = 0; batch < 6; batch++) lines(20);
  page.say([own]);
  await frame();
  const log = page.find('[role="log"]');
  log.scrollTop = -900;
  await page.until(() => buttonOf('回到最新'));
  log.scrollTop = -3_000;
  await page.show({});
  const count = page.rows().length;
  const style = document.createElement('style');
  page.root.append(style);
  const id = firstInSight();
  const topPx = topOf(id);
  const expectHeld = async (why: string, scale = 1): Promise<void> => {
    await page.show({});
    expect(Math.abs(topOf(id) / scale - topPx), why).toBeLessThan(ROUNDING_PX);
  };
  for (const css of [...Object.values(ROW_STYLES), 'aside { max-width: 230px; }', 'aside { max-height: 300px; }', '']) {
    style.textContent = css;
    await expectHeld(css, Number(/zoom: ([\d.]+)/.exec(css)?.[1] ?? 1));
  }
  page.chat({ removed: [own.id] });
  expect(page.rows().map((row) => row.dataset['id'])).not.toContain(String(own.id));
  await expectHeld('a removed row');
  // React renders the texts of the other language, the list its own rows.
  const switcher = [...document.querySelectorAll<HTMLElement>('header button')].find((one) => /English|EN/.test(one.textContent))!;
  switcher.click();
  await page.until(() => document.documentElement.lang === 'en');
  await expectHeld('the language');
  localStorage.clear();
  expect(page.rows()).toHaveLength(count - 1);
});

test('S7 S20 the echo of an own line keeps the place of its row while the viewer reads just above the end, and no row moves', async () => {
  page = await openPage('live');
  for (let batch = 0; batch < 3; batch++) lines(20);
  const own = chatRow({ type: 'own-waiting', isMe: true, text: '断线的时候写的一句很长的话，'.repeat(10) });
  page.say([own]);
  await frame();
  const log = page.find('[role="log"]');
  log.scrollTop = -40;
  await page.until(() => buttonOf('回到最新'));
  const id = firstInSight();
  const topPx = topOf(id);
  page.say([chatRow({ text: '别人的话' }), chatRow({ isMe: true, text: own.text, replaces: own.id })]);
  await page.show({});
  expect(Math.abs(topOf(id) - topPx)).toBeLessThan(ROUNDING_PX);
  expect(page.rows().at(-1)!.dataset).toMatchObject({ id: String(own.id), type: 'chat' });
  await page.until(() => page.root.textContent.includes('1 条新消息'));
  log.scrollTop = 0;
  await page.until(() => page.rows().at(-1)!.textContent.includes('别人的话'));
  expect(page.rows()).toHaveLength(62);
});

test('S20 a viewer who scrolls back to the end follows again and sees the missed rows', async () => {
  page = await openPage('live');
  lines(90);
  await frame();
  const log = page.find('[role="log"]');
  log.scrollTop = -500;
  await page.until(() => buttonOf('回到最新'));
  lines(7);
  log.scrollTop = 0;
  await page.until(() => !/回到最新|条新消息/.test(page.root.textContent));
  expect(page.rows()).toHaveLength(97);
  lines(1);
  await frame();
  expect(page.rows().at(-1)!.getBoundingClientRect().bottom).toBeLessThanOrEqual(log.getBoundingClientRect().bottom + 1);
});
