import { expect, test } from 'vitest';
import { LineSplitter } from '../../../src/core/p2p/lines.ts';

const linesOf = (maxChars: number, ...pieces: readonly string[]) => {
  const splitter = new LineSplitter(maxChars);
  return pieces.map((piece) => splitter.push(piece));
};

test('P23 lines of an index are returned once they are complete, wherever the pieces are split', () => {
  expect(linesOf(10, 'a', 'b\nc', '\n\nd\ne', '\n')).toEqual([[], ['ab'], ['c', '', 'd'], ['e']]);
  expect(linesOf(10, '\na\n', '', 'b', '\n')).toEqual([['', 'a'], [], [], ['b']]);
  const text = 'first\n\nthird line\n{"seq":4}\nunfinished';
  for (let size = 1; size <= text.length; size++) {
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
    expect(linesOf(20, ...pieces).flat(), `pieces of ${size}`).toEqual(['first', '', 'third line', '{"seq":4}']);
  }
});

test('P23 an index line that is longer than the limit is refused before its end, and earlier lines do not count', () => {
  expect(linesOf(4, 'abcd\n')).toEqual([['abcd']]);
  expect(linesOf(4, 'abcde')).toEqual([null]);
  expect(linesOf(4, 'ab', 'cd', 'e')).toEqual([[], [], null]);
  expect(linesOf(4, 'abcd\nabcd\n', 'abcd', '\nabcd')).toEqual([['abcd', 'abcd'], [], ['abcd']]);
});
