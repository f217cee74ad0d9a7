import { expect, test } from 'vitest';
import { mediaLink } from '../../../../src/core/room/chat/message-link.ts';
import { readOrderNews } from '../../../../src/core/room/feature/orders-view.ts';
import { readQuestion } from '../../../../src/core/room/feature/quiz.ts';
import { readContent } from '../../../../src/features/headline/rules-message.ts';
import { readPrize } from '../../../../src/features/number-lucky/rules.ts';
import type { BodyOfMessage } from '../../../../src/wire/registry.ts';
import { messageOf } from '../../../message-of.ts';

const PICTURE = 'https://img.test/a.png';

test('S9 S37 a picture or sound of a message is accepted only as a web address or a path', () => {
  for (const good of [PICTURE, 'http://a.test/b', '/fixtures/images/gift-rose.svg']) expect(mediaLink(good)).toBe(good);
  for (const bad of ['', '//evil.test/a', 'javascript:alert(1)', 'data:text/html,x', 'https://a b', '/a"onerror=', undefined])
    expect(mediaLink(bad)).toBe('');
});

test('S9 S37 the pictures of headlines and prizes, the sound of a question and the page of an order reach the view', () => {
  const headline = messageOf('headline-content', { content: 'x', sender: { nickname: 'a' }, iconUrl: PICTURE })
    .body as BodyOfMessage<'headline-content'>;
  expect(readContent(headline, 'now', 1)?.iconUrl).toBe(PICTURE);
  const prize = messageOf('number-lucky-prize', { activityId: 1, iconUrl: PICTURE }).body as BodyOfMessage<'number-lucky-prize'>;
  expect(readPrize(prize)).toMatchObject({ winner: { iconUrl: PICTURE } });
  const options = ['a', 'b'].map((id) => ({ id, text: id }));
  const guess = messageOf('music-guess-status', { question: { title: 't', songUrl: '/a.mp3', options } })
    .body as BodyOfMessage<'music-guess-status'>;
  expect(readQuestion(guess.question)?.songUrl).toBe('/a.mp3');
  const order = messageOf('reward-square-order', { orderId: '1', status: 1, link: 'https://a.test/order' })
    .body as BodyOfMessage<'reward-square-order'>;
  expect(readOrderNews({ 1: 'created' }, null, order, { note: '', leftMs: 0, link: order.link })?.href).toBe('https://a.test/order');
  expect(readOrderNews({ 1: 'created' }, null, order, { note: '', leftMs: 0, link: 'javascript:alert(1)' })?.href).toBe('');
});
