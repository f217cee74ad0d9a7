import axe from 'axe-core';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { theme, type Theme } from '../../../src/ui/looks/looks.ts';
import { chatRow, openPage, type Page } from './room-page.tsx';

let page: Page;
const system = theme.shown();
const other: Theme = system === 'dark' ? 'light' : 'dark';
beforeEach(() => theme.choose(system));
afterEach(() => {
  page.close();
  theme.choose(system);
});

const shownTheme = (): string | undefined => document.documentElement.dataset['theme'];
const groundOf = (selector: string): string => getComputedStyle(page.find(selector)).backgroundColor;

async function expectNoFindings(state: string): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] });
  expect(
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => [id, html.slice(0, 140), failureSummary?.split('\n')[1]]),
    ),
    state,
  ).toEqual([]);
}

test('P3 the header’s button changes the theme and stores it, and follows the system again if the system’s theme is chosen', async () => {
  page = await openPage('live', { width: 1366, height: 768 });
  const button = await page.until(() => page.maybe('[data-theme-button]'));
  button.click();
  expect([shownTheme(), localStorage.getItem('footlight-theme')]).toEqual([other, other]);
  await page.until(() => button.getAttribute('aria-label') === (system === 'dark' ? '切换到深色' : '切换到浅色'));
  button.click();
  expect([shownTheme(), localStorage.getItem('footlight-theme')]).toEqual([system, null]);
});

test('P3 in the light theme the picture stays dark, and the room around it is light', async () => {
  page = await openPage('live', { width: 1366, height: 768 });
  theme.choose('light');
  expect(groundOf('aside')).toBe('rgb(255, 255, 255)');
  expect(getComputedStyle(page.find('section[data-at]')).getPropertyValue('--surface')).toBe('#13151d');
});

test('P3 in the light theme a dialog is light, also one that a layer over the picture opens', async () => {
  page = await openPage('live', { width: 390, height: 844 });
  theme.choose('light');
  const dialog = document.createElement('dialog');
  page.find('section[data-at]').append(dialog);
  dialog.showModal();
  expect(getComputedStyle(dialog).getPropertyValue('--surface')).toBe('#ffffff');
  theme.choose('dark');
  expect(getComputedStyle(dialog).getPropertyValue('--surface')).toBe('#13151d');
  dialog.remove();
});

const ROWS = () => [
  chatRow({ text: '第一句', name: '南风', richLevel: 12 }),
  chatRow({ text: '第二句', name: '我', isMe: true, mentionsMe: true }),
  chatRow({ text: '第三句', name: '林听夏', isStar: true, richLevel: 36 }),
  chatRow({ type: 'gift', text: '玫瑰 ×6', name: '小满', toName: '林听夏' }),
  chatRow({ type: 'welcome', text: '驾到', name: '远山' }),
  chatRow({ type: 'notice', text: '本场点歌活动进行中', name: '' }),
  chatRow({ type: 'own-failed', text: '没有发出', name: '我', isMe: true, failure: { why: 'refused', message: '' } }),
  chatRow({
    text: '徽章',
    name: '阿木',
    badges: (['medal', 'honor', 'guard', 'vip', 'mount', 'fan', 'fancy-number'] as const).map((type) => ({
      type,
      text: '徽',
      level: 3,
      iconUrl: '',
    })),
  }),
];

test.each([
  ['light', 1366, 768],
  ['dark', 390, 844],
  ['light', 390, 844],
  ['dark', 844, 390],
  ['light', 844, 390],
] as const)('P3 the room passes the accessibility check in the %s theme at %d x %d', async (shown, width, height) => {
  page = await openPage('live', { width, height });
  theme.choose(shown);
  page.store.chat({ rows: ROWS(), settled: [], failed: [], removed: [], skipped: 0 });
  await page.until(() => document.querySelectorAll('[role="log"] [data-id]').length >= 3);
  await expectNoFindings('room');
});
