import { expect, test } from 'vitest';
import { en } from '../../../src/ui/text/en.ts';
import { counted } from '../../../src/ui/text/counted.ts';

test('an English number has its noun: singular, plural, and a shortened number', () => {
  expect([0, 1, 2, '1', '12.3K', 1.5].map((count) => counted(count, 'line'))).toEqual([
    '0 lines',
    '1 line',
    '2 lines',
    '1 line',
    '12.3K lines',
    '1.5 lines',
  ]);
  expect([1, 3].map((count) => counted(count, 'message waits', 'messages wait'))).toEqual(['1 message waits', '3 messages wait']);
  expect([en.followers('1'), en.followers('306.5K'), en.chatQueued(1), en.logLines(2)]).toEqual([
    '1 follower',
    '306.5K followers',
    '1 message waits',
    '2 lines',
  ]);
});
