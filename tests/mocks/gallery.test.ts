import { expect, test } from 'vitest';
import { GALLERY_MODULES, statesOf } from '../../mocks/gallery/modules.ts';
import { COURSES } from '../../mocks/sessions/courses.ts';

test.each(GALLERY_MODULES)('S37 the gallery finds the states of %s', async (name) => {
  const states = await statesOf(name);
  expect(states.length).toBeGreaterThan(0);
  expect(new Set(states.map(({ label }) => label)).size).toBe(states.length);
});

/** Sessions that answer calls of the page itself. */
const OF_THE_PAGE = ['follow'];

test('S37 every feature with a scripted session is in the gallery', () => {
  const modules = COURSES.map(({ module }) => module).filter((module) => !OF_THE_PAGE.includes(module));
  expect(GALLERY_MODULES).toEqual([...new Set(modules)]);
});
