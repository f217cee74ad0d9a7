import { expect, test } from 'vitest';
import { headline } from '../../../src/features/headline/mock.ts';
import { readContent, readMessage, room, type HeadlineView } from '../../../src/features/headline/room.ts';
import type { BodyOfMessage } from '../../../src/wire/registry.ts';
import { featureRoom, HERE, playFeature } from '../../feature-room.ts';

const USUAL_MS = 10_000;

const PERSON = { userId: 1, kugouId: 1, nickname: '南风', richlevel: 1, userLogo: '', mystic: false };
const CONTENT: BodyOfMessage<'headline-content'> = {
  id: 7,
  roomId: 1_003,
  sender: PERSON,
  star: { ...PERSON, nickname: '林听夏' },
  giftname: '星河',
  num: 10,
  content: '好听',
  coin: 1,
  startTime: 0,
  durationS: 12,
  iconUrl: '',
};
const MESSAGE: BodyOfMessage<'headline-message'> = { id: 7, roomId: 0, sender: null, content: '公告', type: 0, link: '' };

test('S9 S37 headlines are shown one after the other, each with its link, and the last one disappears after its time', () => {
  const one = featureRoom(room, { userId: 7, feature: 'headline' }, (view) => view as HeadlineView);
  const play = playFeature([headline], [one]);
  play.host.command(HERE, 'headline', 'start');
  expect(one.view()).toMatchObject({
    sender: '南风知我意',
    star: '林听夏',
    gift: '星河',
    count: 10,
    href: '/live/1003',
    isRoom: true,
    more: 1,
  });
  play.advance(40_000);
  expect(one.seen).toEqual(['content 1', 'content 2', 'message 3', 'message 4']);
  expect(one.view()).toBeNull();
  expect(one.clock.timers()).toBe(0);
  expect(play.phase('headline')).toBeNull();
  // A second start has new headlines.
  play.host.command(HERE, 'headline', 'start');
  expect(one.view()?.key).toBe('content 5');
  play.host.command(HERE, 'headline', 'end');
  expect(play.phase('headline')).toBeNull();
  play.host.dispose();
});

test('S37 hostile and empty headlines: markup is text, names and numbers are limited, script links are refused, empty ones are not shown', () => {
  const read = readContent(
    {
      ...CONTENT,
      id: 0,
      num: -5,
      durationS: -1,
      sender: { ...PERSON, nickname: '&lt;img src=x onerror=alert(1)&gt;' },
      content: `\u202e${'长'.repeat(5_000)}`,
    },
    'now',
    HERE,
  );
  expect(read).toMatchObject({ sender: '<img src=x onerror=alert', count: 1, showMs: USUAL_MS });
  expect(read?.text).toBe('长'.repeat(120));
  expect(read?.key).toContain('林听夏');
  expect(readContent({ ...CONTENT, num: 2 ** 50 }, 'now', HERE)?.count).toBe(999_999);
  expect(readContent({ ...CONTENT, roomId: HERE }, 'now', HERE)).toMatchObject({ href: '', isRoom: false });
  expect(readMessage({ ...MESSAGE, link: 'javascript:alert(1)' }, HERE)?.href).toBe('');
  expect(readMessage({ ...MESSAGE, link: 'https://example.com/x' }, HERE)).toMatchObject({ href: 'https://example.com/x', isRoom: false });
  expect(readMessage({ ...MESSAGE, content: ' \u2028 ' }, HERE)).toBeNull();
  // Without an id the text identifies a message.
  const message = readMessage(MESSAGE, HERE);
  expect(message).toMatchObject({ key: 'message 7', sender: '', star: '', gift: '', iconUrl: '', href: '' });
  expect(readMessage({ ...MESSAGE, id: 0 }, HERE)?.key).toContain('公告');
  expect(readContent({ ...CONTENT, sender: null, roomId: 0 }, 'now', HERE)).toMatchObject({ sender: '', href: '', rank: 1 });
  expect(readContent(CONTENT, 'next', HERE)?.rank).toBe(0);
  expect(readContent({ ...CONTENT, giftname: '', content: '' }, 'now', HERE)).toBeNull();
  expect(readContent({ ...CONTENT, star: null, content: '' }, 'now', HERE)).toBeNull();
});
