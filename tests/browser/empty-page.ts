import { afterAll, afterEach, vi } from 'vitest';

// All files of a browser share one page (vitest.config.ts): elements that a file left behind would change the sizes that the next one measures.
afterAll(() => document.body.replaceChildren());
// A test that failed before it restored its spies is repeated.
afterEach(() => vi.restoreAllMocks());
