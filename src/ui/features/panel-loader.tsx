/**
 * Loaders of panels and texts. The list grows with each feature, so it is outside of the first bundle, with all other code of this folder
 * that renders features.
 */
import type { ComponentType } from 'react';
import { within } from '../../core/within.ts';
import { pageClock } from '../../page/clock.ts';

import type { Language } from '../text/text.ts';
import type { PanelProps } from './panel.ts';

type Panel = ComponentType<PanelProps<unknown, unknown, unknown>>;

/** One chunk per feature, fetched when the feature first shows something. */
const PANELS = import.meta.glob<{ readonly default: Panel }>('../../features/*/panel.tsx');
const WORDS = import.meta.glob<{ readonly words: unknown }>('../../features/*/text.*.ts');

const LOAD_MS = 10_000;
const LOAD_ATTEMPTS = 2;

/** The component of a panel, which is the same in every language, and its texts. */
export interface PanelParts {
  readonly Panel: Panel;
  readonly words: unknown;
}

export async function loadParts(name: string, language: Language): Promise<PanelParts> {
  const panel = PANELS[`../../features/${name}/panel.tsx`];
  const text = WORDS[`../../features/${name}/text.${language}.ts`];
  if (panel === undefined) throw new Error(`feature ${name} has no panel.tsx`);
  const [{ default: Panel }, words] = await withRetry(() => Promise.all([panel(), text?.()]));
  // Panel and texts are from one folder, where the compiler has checked their types.
  return { Panel, words: words?.words };
}

/** A panel with its texts in one language, for pages whose language does not change. */
export async function loadPanel(name: string, language: Language) {
  const { Panel, words } = await loadParts(name, language);
  return (props: Omit<PanelProps<unknown, unknown, unknown>, 'words'>) => <Panel {...props} words={words} />;
}

async function withRetry<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await within(pageClock, LOAD_MS, load(), () => Promise.reject(new Error(`no answer in ${LOAD_MS} ms`)));
    } catch (cause) {
      if (attempt === LOAD_ATTEMPTS) throw cause;
    }
  }
}
