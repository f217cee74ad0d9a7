import { expect, test } from 'vitest';
import { mentions } from '../../../src/core/room/chat/mention.ts';
import { replyOf } from '../../../src/ui/chat/send/compose.ts';
import { splitLinks } from '../../../src/ui/chat/list/links.ts';

test('S20 a reply mentions the author once, and a line that is not a reply is not changed', () => {
  const to = { name: '小鱼', text: '大家好' };
  expect(replyOf(to, '你好')).toBe('@小鱼 你好');
  expect(replyOf(to, '@小鱼 你好')).toBe('@小鱼 你好');
  expect(replyOf(null, '你好')).toBe('你好');
  expect(mentions(replyOf(to, '你好'), '小鱼')).toBe(true);
});

test('S20 addresses in a line end at spaces, brackets and punctuation, and joined the parts are the line', () => {
  const lines = {
    '看 https://a.test/x?y=1&z 吧': ['看 ', 'https://a.test/x?y=1&z', ' 吧'],
    '（http://a.test），https://b.test/。': ['（', 'http://a.test', '），', 'https://b.test/', '。'],
    'HTTPS://A.test/a.': ['', 'HTTPS://A.test/a', '.'],
    'javascript://a.test ftp://b.test': ['javascript://a.test ftp://b.test'],
    没有地址: ['没有地址'],
    'https://': ['https://'],
  } as const;
  for (const [line, parts] of Object.entries(lines)) {
    expect(splitLinks(line)).toEqual(parts);
    expect(splitLinks(line).join('')).toBe(line);
  }
  const long = `https://a.test/${'x'.repeat(400)}`;
  expect(splitLinks(long)).toEqual([long]);
});
