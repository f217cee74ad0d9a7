import { expect, test } from 'vitest';

import { NOTICE_WORDS, serviceText } from '../../../src/ui/overlays/notice-words.ts';
import { FAMILY_LOADERS } from '../../../src/workers/socket/families.ts';

const zh = NOTICE_WORDS['zh-CN'];
const { en } = NOTICE_WORDS;
const failed = { code: 'MODULE_LOAD_FAILED', recovering: false } as const;
const crashed = { code: 'WORKER_CRASHED', recovering: true } as const;

test('P5 a notice names a failed part in the words of the viewer', () => {
  const controls = { service: 'page', name: 'controls', ...failed } as const;
  expect(serviceText(controls, zh)).toBe('播放控制栏暂时不可用');
  expect(serviceText(controls, en)).toBe('The control bar of the player is unavailable for now');
});

test('P5 a notice does not contain the name of a worker or of a slot', () => {
  expect(serviceText({ service: 'stats', name: 'stats', ...crashed }, en)).toBe('Statistics is recovering…');
  expect(serviceText({ service: 'room', name: 'room', ...crashed }, zh)).toBe('房间正在恢复…');
  expect(serviceText({ service: 'page', name: 'slot-stage-layer', ...failed }, en)).toBe('A feature is unavailable for now');
});

test('P5 every message family whose code is loaded late has a word for viewers in both languages', () => {
  for (const words of [zh, en]) expect(Object.keys(words.parts)).toEqual(expect.arrayContaining(Object.keys(FAMILY_LOADERS)));
});
