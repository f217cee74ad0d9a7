import type { DockPlace } from '../../core/room/feature/dock.ts';
import type { Language } from '../../design/language.ts';

/** Props of a feature's `panel.tsx`. `View`, `Action` and `Words` are the feature's own types. */
export interface PanelProps<View, Action, Words> {
  readonly view: View;
  /** Sends an action to the feature's part in the room worker. */
  readonly act: (action: Action) => void;
  readonly words: Words;
  readonly language: Language;
  /**
   * Place assigned by the dock (core/room/feature/dock.ts); in `list` only dialogs are rendered. Always `slot` for features outside of the
   * dock.
   */
  readonly place: DockPlace | 'slot';
}

/** Selects the text of the language. A feature's `text.ts` exports `words: (t: Translate) => …` with all its texts in both languages. */
export type Translate = (zh: string, en: string) => string;

export const TRANSLATE: Readonly<Record<Language, Translate>> = { 'zh-CN': (zh) => zh, en: (_zh, en) => en };
