/// <reference types="vite/types/importMeta.d.ts" />
import type { FeatureMock } from './scenario.ts';

interface MockFile {
  readonly mock: FeatureMock;
}

/**
 * Scripted session, service and scenarios of each feature: the `mock.ts` of its folder, found by Vite. Node without Vite reads the folders in
 * feature-mocks.node.ts, by a condition of `#feature-mocks` in package.json.
 */
const FILES = import.meta.glob<MockFile>('../src/features/*/mock.ts', { eager: true });

export const FEATURE_MOCKS: readonly FeatureMock[] = Object.values(FILES).map(({ mock }) => mock);
