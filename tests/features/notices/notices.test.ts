import { expect, test } from 'vitest';
import { notices } from '../../../src/features/notices/mock.ts';
import {
  NOTICE_LEVELS,
  READ_REASONS,
  readNotice,
  room,
  SOURCES,
  type NoticeBody,
  type NoticeSource,
  type NoticesView,
} from '../../../src/features/notices/room.ts';
import { featureRoom, HERE, playFeature } from '../../feature-room.ts';

const MAX_WAITING = 8;
const MIN_SHOWN_MS = 4_000;

const ME = { roomId: HERE, userId: 880_001 };
const BODY: NoticeBody = { roomId: 0, title: '', content: '内容', iconUrl: '', link: '' };
const NAMES = Object.keys(SOURCES) as NoticeSource[];

function viewer(userId = ME.userId) {
  const it = featureRoom(room, { userId, feature: 'notices' }, (view) => view as NoticesView);
  return {
    ...it,
    say: (name: NoticeSource, body: Partial<NoticeBody>): void => it.take({ name, toUserId: null, body: { ...BODY, ...body } }),
  };
}

test('S9 S37 notices are shown by importance with their links; those for other viewers or without more than their chat line are not', () => {
  const [mine, other] = [viewer(), viewer(7)];
  const play = playFeature([notices], [mine, other]);
  play.host.command(HERE, 'notices', 'start');
  expect(mine.view()).toMatchObject({ level: 'room', title: '开播提醒', href: '' });
  play.advance(6_000);
  expect(mine.view()).toMatchObject({ level: 'site', href: '/live/1003', isRoom: true, more: 1 });
  play.advance(90_000);
  const texts = (one: typeof mine): readonly string[] => one.seen.map((key) => (JSON.parse(key) as readonly string[])[1]!);
  expect(texts(mine).filter((text) => text.includes('体验卡')).length).toBe(1);
  expect(texts(other).filter((text) => text.includes('体验卡')).length).toBe(0);
  expect(mine.seen.length).toBe(other.seen.length + 1);
  expect(mine.seen.join('')).not.toContain('请文明发言');
  expect([mine.view(), mine.clock.timers(), play.phase('notices')]).toEqual([null, 0, null]);
  play.host.command(HERE, 'notices', 'start');
  expect(mine.view()?.text).toContain('第 2 场');
  play.host.command(HERE, 'notices', 'end');
  expect(play.phase('notices')).toBeNull();
  play.host.dispose();
});

test('S37 a more important notice is shown first after a moment; a flood of unimportant ones does not displace it', () => {
  const one = viewer();
  one.say('common-notice', { content: 'first' });
  for (let at = 0; at < 300; at++) one.say('public-notice-link', { content: `${at}`, link: 'https://example.com/' });
  expect(one.view()?.more).toBe(MAX_WAITING);
  one.say('ceremony-notice', { content: 'important' });
  expect(one.view()).toMatchObject({ text: 'first', more: MAX_WAITING });
  const before = one.view();
  one.say('ceremony-notice', { content: 'important' });
  expect(one.view()).toBe(before);
  one.clock.advance(MIN_SHOWN_MS);
  expect(one.view()?.text).toBe('important');
  one.clock.advance(MIN_SHOWN_MS);
  expect(one.view()?.text).toBe('important');
  one.clock.advance(600_000);
  // The important one replaced the last waiting one.
  expect(one.seen.length).toBe(MAX_WAITING + 1);
});

test('S37 each source has a level, each level a source, and each reason of the reader is reached', () => {
  const reasons = new Set<string>();
  for (const name of NAMES)
    for (const roomId of [0, ME.roomId, 1_003])
      for (const content of ['', 'x'])
        for (const link of ['', 'https://example.com/'])
          for (const userId of [ME.userId, 5]) {
            const { notice, why } = readNotice(name, { ...BODY, roomId, content, link, user: { userId } }, ME);
            reasons.add(why);
            expect(notice === null).toBe(why !== 'it matters');
            if (notice !== null) expect(notice.level).toBe(SOURCES[name].level);
          }
  expect([...reasons].toSorted()).toEqual([...READ_REASONS].toSorted());
  expect(new Set(NAMES.map((name) => SOURCES[name].level))).toEqual(new Set(NOTICE_LEVELS));
  // A notice cannot be addressed to a guest.
  expect(readNotice('public-notice-user', { ...BODY, user: { userId: 0 } }, { ...ME, userId: 0 }).why).toBe('it is for somebody else');
});

test('S37 hostile notices: markup is text, texts and times are limited, script links are refused', () => {
  const { notice } = readNotice(
    'ceremony-notice',
    {
      ...BODY,
      title: `&lt;script&gt;${'x'.repeat(999)}`,
      content: `\u202e${'长'.repeat(9_999)}`,
      link: 'javascript:alert(1)',
      durationS: 2 ** 31,
    },
    ME,
  );
  expect(notice).toMatchObject({ title: `<script>${'x'.repeat(16)}`, text: '长'.repeat(160), href: '', showMs: 60_000 });
  expect(readNotice('common-notice', { ...BODY, content: '\u2029 ' }, ME)).toEqual({ notice: null, why: 'it says nothing' });
  expect(readNotice('common-notice-all', { ...BODY, roomId: -4, durationS: -1 }, ME).notice).toMatchObject({ href: '', showMs: 15_000 });
});
