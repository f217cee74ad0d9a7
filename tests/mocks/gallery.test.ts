import { expect, test } from 'vitest';
import { GALLERY_FEATURES, statesOf } from '../../mocks/gallery/features.ts';
import { SESSIONS } from '../../mocks/sessions/sessions.ts';

test.each(GALLERY_FEATURES)('S37 the gallery finds the states of %s', async (name) => {
  const states = await statesOf(name);
  expect(states.length).toBeGreaterThan(0);
  expect(new Set(states.map(({ label }) => label)).size).toBe(states.length);
});

/** Sessions that answer calls of the page itself. */
const OF_THE_PAGE = ['follow'];

test('S37 every feature with a scripted session is in the gallery', () => {
  const features = SESSIONS.map(({ feature }) => feature).filter((feature) => !OF_THE_PAGE.includes(feature));
  expect(GALLERY_FEATURES).toEqual([...new Set(features)]);
});
