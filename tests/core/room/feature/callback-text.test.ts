import { expect, test } from 'vitest';
import { unwrapCallback } from '../../../../src/core/room/feature/callback-text.ts';

const NAME = `a${'b'.repeat(127)}`;
test.each([
  '{"a":1}',
  ' {"a":1}\n',
  'cb({"a":1})',
  'cb({"a":1});',
  ' cb ( {"a":1} ) ; \r\n',
  '$._x9({"a":1})',
  'window.cb.$1({"a":1})',
  '/**/cb({"a":1});',
  ' /**/ cb({"a":1})',
  'typeof cb === \'function\' && cb({"a":1});',
  'typeof cb===\'function\'&&cb({"a":1})',
  '/**/ typeof cb == \'function\' && cb({"a":1});',
  '\ufeff\u00a0\t\v\ftypeof\tcb\n==\r\'function\'\n&&\ncb({"a":1})\u00a0',
  'typeofcb({"a":1})',
  'typeof({"a":1})',
  `${NAME}({"a":1})`,
])('S9 the answer %j is unwrapped', (text) => {
  expect(unwrapCallback(text)).toEqual({ ok: true, value: { a: 1 } });
});

test.each([
  '',
  'cb()',
  'cb(',
  'cb(12',
  'cb(12;',
  'cb[12)',
  'cb',
  ' \n ',
  'cb)',
  'cb({"a":1}',
  'cb({"a":1}))',
  'cb({"a":1});;',
  'cb({"a":1});x',
  'cb({"a":1}) // x',
  'cb({"a":1};)',
  '9cb({"a":1})',
  'c-b({"a":1})',
  '/* */cb({"a":1})',
  '/**//**/cb({"a":1})',
  'typeof cb({"a":1})',
  'typeof cb = \'function\' && cb({"a":1})',
  'typeof cb === \'function\' & cb({"a":1})',
  'typeof cb === \'object\' && cb({"a":1})',
  'typeof === \'function\' && cb({"a":1})',
  'typeof cb \'function\' && cb({"a":1})',
  `${NAME}b({"a":1})`,
  '<html>',
])('S9 the answer %j is refused and logged with its start', (text) => {
  expect(unwrapCallback(text)).toEqual({ ok: false, error: { code: 'HTTP_BAD_BODY', detail: `not JSON: ${text.slice(0, 60)}` } });
});

test('S9 only the outer brackets of a callback are removed', () => {
  expect(unwrapCallback('cb("a);(b");')).toEqual({ ok: true, value: 'a);(b' });
  expect(unwrapCallback('cb([1,2])')).toEqual({ ok: true, value: [1, 2] });
  expect(unwrapCallback('"cb(1)"')).toEqual({ ok: true, value: 'cb(1)' });
});
