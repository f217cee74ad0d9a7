import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/suite/tool.ts';
import { FEATURES } from '../../src/features/index.ts';
import { ROWS } from '../../src/wire/registry.ts';

/** Specification (S9): every received number and its meaning. Written independently of the registry. */
const RECEIVED: readonly (readonly [id: number, name: string, feature: string | null])[] = [
  [201, 'login', 'enter-tips'],
  [901, 'error', null],
  [501, 'chat', 'danmaku'],
  [601, 'gift', 'gift-effects'],
  [400301, 'common-notice', 'notices'],
  [400302, 'common-notice-room', 'notices'],
  [400303, 'common-notice-all', 'notices'],
  [400307, 'public-notice', 'notices'],
  [400308, 'public-notice-link', 'notices'],
  [400309, 'public-notice-user', 'notices'],
  [302315, 'tower-defense-monsters', 'tower-defense'],
  [302607, 'clan-pk-quick-message', 'clan-pk'],
  [302316, 'shooter-critical-buff', 'shooting'],
  [301010, 'pet-missed-order', 'pet'],
  [400102, 'number-lucky-prize', 'number-lucky'],
  [400101, 'number-lucky', 'number-lucky'],
  [400501, 'open-app', 'open-app'],
  [400801, 'real-sing-log', 'real-sing'],
  [400701, 'multi-pk-round', 'battle'],
  [400702, 'multi-pk-lose-to-win', 'battle'],
  [400703, 'multi-pk-team-query', 'battle'],
  [401101, 'clan-pk-promotion', 'clan-pk'],
  [400112, 'tank-location', 'tank'],
  [401001, 'ceremony-match-success', 'ceremony'],
  [401002, 'ceremony-match-failure', 'ceremony'],
  [400001, 'ceremony-notice', 'notices'],
  [400002, 'headline-content', 'headline'],
  [400003, 'headline-content-next', 'headline'],
  [400004, 'headline-message', 'headline'],
  [401601, 'music-pk-status', 'music-pk'],
  [401602, 'music-pk-rounds', 'music-pk'],
  [401603, 'music-pk-end-info', 'music-pk'],
  [401604, 'music-pk-public-chat', null],
  [401605, 'music-pk-result', 'music-pk'],
  [401606, 'music-pk-match', 'music-pk'],
  [401607, 'music-pk-exclude-error', 'music-pk'],
  [401608, 'music-pk-help-reborn', 'music-pk'],
  [401609, 'music-pk-remind-answer', 'music-pk'],
  [401610, 'music-pk-use-kit', 'music-pk'],
  [401611, 'music-pk-kit-add', 'music-pk'],
  [401612, 'music-pk-send-call', 'music-pk'],
  [401613, 'music-pk-tips', 'music-pk'],
  [401614, 'music-pk-common-tips', 'music-pk'],
  [401615, 'music-star-game-status', 'music-pk'],
  [401616, 'music-pk-all-station', 'music-pk'],
  [401617, 'music-pk-room', 'music-pk'],
  [401618, 'music-guess-status', 'music-guess'],
  [300649, 'emotion', 'emotion'],
  [306902, 'confession', 'confession'],
  [400305, 'socket-chat', 'danmaku'],
  [400306, 'socket-gift', 'gift-effects'],
  [400401, 'reward-challenge-status', 'reward-challenge'],
  [400402, 'reward-challenge-refund', 'reward-challenge'],
  [400403, 'reward-challenge-offer', 'reward-challenge'],
  [400404, 'reward-challenge-complete', 'reward-challenge'],
  [400405, 'reward-challenge-evaluate', 'reward-challenge'],
  [400406, 'dance-order-status', 'dance-orders'],
  [400407, 'dance-order-refund', 'dance-orders'],
  [400408, 'dance-order-create', 'dance-orders'],
  [400409, 'dance-order-remind-wait', 'dance-orders'],
  [400410, 'dance-order-score', 'dance-orders'],
  [303901, 'reward-square-order', 'reward-square'],
  [304001, 'reward-square-create', 'reward-square'],
  [304002, 'reward-square-accept', 'reward-square'],
  [304003, 'reward-square-refuse', 'reward-square'],
  [304004, 'reward-square-start', 'reward-square'],
  [304005, 'reward-square-complete', 'reward-square'],
  [304006, 'reward-square-refund', 'reward-square'],
  [304007, 'reward-square-evaluate', 'reward-square'],
  [304008, 'reward-square-remind', 'reward-square'],
  [304009, 'reward-square-service', 'reward-square'],
  [400601, 'star-game-change', 'star-game'],
];

/** Numbers of commands with two rows (202, 211), and the project's own numbers for messages whose numbers are not specified. */
const isOwnChoice = (id: number): boolean => id === 202 || id === 211 || (id >= 490_000 && id < 491_000);

test.each(RECEIVED)('S9 number %i is %s and handled by %s', (id, name, feature) => {
  expect(ROWS.find((row) => row.id === id)?.name).toBe(name);
  const listeners = FEATURES.filter(({ messages }) => messages.includes(name)).map((manifest) => manifest.name);
  if (feature === null) expect(listeners).toEqual([]);
  // A feature that was deleted handles nothing.
  else if (FEATURES.some((manifest) => manifest.name === feature)) expect(listeners).toContain(feature);
});

test('S9 the list of the specification is complete: every other number of the registry is assigned by the project', () => {
  expect(RECEIVED).toHaveLength(72);
  expect(
    ROWS.map(({ id }): number => id)
      .filter((id) => !isOwnChoice(id))
      .toSorted(),
  ).toEqual(RECEIVED.map(([id]) => id).toSorted());
});

test('S9 each row has the class, the limit and the key of the table', async () => {
  const lines = ROWS.map(({ id, name, family, schema, messageClass, maxBytes, key }) =>
    [id, name, family, schema, messageClass, `${maxBytes / 1024} KiB`, ...key].join(' '),
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(ROOT, 'tests/wires/registry.txt'));
});
