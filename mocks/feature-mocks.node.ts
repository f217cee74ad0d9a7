import { existsSync, readdirSync } from 'node:fs';
import type { FeatureMock } from './scenario.ts';

const FEATURES = new URL('../src/features/', import.meta.url);

/** feature-mocks.ts where Vite does not find the files: the origin, the tools and the end-to-end tests. */
export const FEATURE_MOCKS: readonly FeatureMock[] = await Promise.all(
  readdirSync(FEATURES)
    .toSorted()
    .map((name) => new URL(`${name}/mock.ts`, FEATURES))
    .filter((file) => existsSync(file))
    .map(async (file) => ((await import(file.href)) as { readonly mock: FeatureMock }).mock),
);
