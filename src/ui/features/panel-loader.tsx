/**
 * Loaders of panels and texts. The list grows with each feature, so it is outside of the first bundle, with all other code of this folder
 * that renders features.
 */
import type { ComponentType } from 'react';
import { LoadFailed } from '../overlays/page-parts.ts';
import type { Language } from '../../design/language.ts';
import { TRANSLATE, type PanelProps, type Translate } from './panel.ts';

type Panel = ComponentType<PanelProps<unknown, unknown, unknown>>;

/** One chunk per feature, fetched when the feature first shows something. */
const PANELS = import.meta.glob<{ readonly default: Panel }>('../../features/*/panel.tsx');
const WORDS = import.meta.glob<{ readonly words: (t: Translate) => unknown }>('../../features/*/text.ts');

/** Panels with their texts, by feature and language; cached, so that switching back to a language is immediate. */
const loaded = new Map<string, Promise<PanelParts>>();

/** The component of a panel, which is the same in every language, and its texts. */
export interface PanelParts {
  readonly Panel: Panel;
  readonly words: unknown;
}

/** A call after `forget` of a failure loads again. */
export function loadParts(name: string, language: Language): Promise<PanelParts> {
  const key = `${name} ${language}`;
  const known = loaded.get(key);
  if (known !== undefined) return known;
  const parts = importParts(name, language).catch((cause: unknown) => {
    throw new LoadFailed(cause, () => loaded.delete(key));
  });
  loaded.set(key, parts);
  return parts;
}

async function importParts(name: string, language: Language): Promise<PanelParts> {
  const panel = PANELS[`../../features/${name}/panel.tsx`];
  const loadText = WORDS[`../../features/${name}/text.ts`];
  if (panel === undefined) throw new Error(`feature ${name} has no panel.tsx`);
  const [{ default: Panel }, text] = await Promise.all([panel(), loadText?.()]);
  // Panel and texts are from one folder, where the compiler has checked their types.
  return { Panel, words: text?.words(TRANSLATE[language]) };
}

/** A panel with its texts in one language, for pages whose language does not change. */
export async function loadPanel(name: string, language: Language) {
  const { Panel, words } = await loadParts(name, language);
  return (props: Omit<PanelProps<unknown, unknown, unknown>, 'words'>) => <Panel {...props} words={words} />;
}
