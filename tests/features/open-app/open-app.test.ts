import { readOffer } from '../../../src/features/open-app/room.ts';
import { messageOf } from '../../message-of.ts';
import { expect, test } from 'vitest';

const offer = (fields: Readonly<Record<string, unknown>>) =>
  readOffer(messageOf('open-app', { link: 'https://app.test/x', title: '开', content: '来', ...fields }).body);

test('S9 S37 an invitation to the app has a valid link and limited texts, and waits a minute for the viewer', () => {
  expect(offer({})).toMatchObject({ title: '开', text: '来', href: 'https://app.test/x', showMs: 60_000, isHeld: true, rank: 0 });
  expect(offer({ title: '长'.repeat(50), content: 'x'.repeat(300) })).toMatchObject({ title: '长'.repeat(30), text: 'x'.repeat(200) });
  expect([offer({ link: '' }), offer({ link: 'javascript:x' })]).toEqual([null, null]);
  expect(offer({})?.key).toBe(offer({})?.key);
  expect(offer({ title: 'other' })?.key).not.toBe(offer({})?.key);
});
