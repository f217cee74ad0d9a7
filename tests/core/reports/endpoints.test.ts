/** S32, S33, P40 to P42: address, form and batch of each kind of report, beside the table of the product. */
import { expect, test } from 'vitest';
import { ENDPOINTS, hostOf, requestOf, type Endpoint } from '../../../src/core/reports/endpoints.ts';

const SERVICES = { log: 'https://log.test', game: 'https://game.test' };
const TEXT = 'text/plain;charset=UTF-8';
const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';
const ONE = '{"a":1}';
const LIST = '[{"a":1},{"b":2}]';
const SIGNED = `content=${encodeURIComponent(`<${LIST}>${LIST}`)}`;

test.each<[Endpoint, url: string, contentType: string, body: string, maxBatch: number, gatherMs: number]>([
  ['stats', 'https://log.test/stats', TEXT, LIST, 20, 2_000],
  ['log', 'https://log.test/log', TEXT, LIST, 20, 2_000],
  ['enter-room', 'https://log.test/enter-room', TEXT, ONE, 1, 0],
  ['analytics', 'https://log.test/analytics', FORM, SIGNED, 20, 5_000],
  ['frame-enter', 'https://game.test/game/rpt/enter', TEXT, ONE, 1, 0],
  ['frame-heartbeat', 'https://game.test/game/rpt/hb', TEXT, ONE, 1, 0],
])('P40 P41 P42 S32 S33 a report of %s is sent to %s as %s', (endpoint, url, contentType, body, maxBatch, gatherMs) => {
  const texts = maxBatch === 1 ? [ONE] : [ONE, '{"b":2}'];
  expect(requestOf(endpoint, texts, SERVICES, (text) => `<${text}>`)).toEqual({ url, contentType, body });
  expect(ENDPOINTS[endpoint]).toMatchObject({ maxBatch, gatherMs });
  expect(new URL(url).hostname).toBe(`${hostOf(endpoint)}.test`);
});
