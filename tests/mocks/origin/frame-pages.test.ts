import { expect, test } from 'vitest';
import { FRAME_PAGES, framePageAt, FRAMES_PATH, frameTypeOf } from '../../../mocks/origin/frame-pages.ts';
import { ACTIVITY_KEYS, activityPage, CLUB_PAGE, MINI_APP_PAGES } from '../../../src/core/reports/business-ids.ts';

const html = FRAME_PAGES.filter((path) => path.endsWith('.html'));
const textOf = (path: string): string => framePageAt(path) ?? '';

test('S31 each activity, both mini-app pages and the club have a page', () => {
  for (const path of [...ACTIVITY_KEYS.map(activityPage), ...MINI_APP_PAGES, CLUB_PAGE]) expect(html).toContain(path);
  expect(framePageAt('activity/none/index.html')).toBeNull();
});

test('S31 no embedded page has inline code, because the room’s content policy applies to it', () => {
  for (const path of html) {
    expect(textOf(path)).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/i);
    for (const [, address = ''] of textOf(path).matchAll(/(?:src|href)="([^"]+)"/g)) {
      const { pathname } = new URL(address, `https://room.test${FRAMES_PATH}${path}`);
      expect(pathname === '/frame-client.js' || framePageAt(pathname.slice(FRAMES_PATH.length)) !== null, `${path}: ${address}`).toBe(true);
    }
  }
});

test('S31 pages, scripts and styles are served with their types', () => {
  expect(['a/index.html', 'page.js', 'page.css'].map((path) => frameTypeOf(path).replace(/;.*/, ''))).toEqual([
    'text/html',
    'text/javascript',
    'text/css',
  ]);
});
