import { afterAll } from 'vitest';

// All files of a browser share one page (vitest.config.ts): elements that a file left behind would change the sizes that the next one measures.
afterAll(() => document.body.replaceChildren());
