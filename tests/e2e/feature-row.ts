/** The row of one feature in the end-to-end tests: `tests/features/NAME/rows.ts`. */
import { textInEnglish } from '../../mocks/recordings/english.ts';
import type { Language } from '../../src/design/language.ts';
import { TRANSLATE, type Translate } from '../../src/ui/features/panel.ts';
import { ORDER_TEXT } from '../../src/ui/features/parts/parts-text.ts';

export type Said = string | RegExp;

/** What one viewer sees of a feature, in one language. */
export interface FeatureScene {
  /** Text in its panel at the start. */
  readonly seen: Said;
  /** Title of the dialog opened by its panel, in which the viewer acts. */
  readonly opens?: string;
  /** The button that the viewer presses; none if there is no action. */
  readonly act?: Said;
  /** The game's own page opens in addition. */
  readonly hasFrame?: true;
  /** Text in its panel or dialog afterwards; null: it has disappeared. */
  readonly acted?: Said | null;
  /** Text in the same place at the settlement. Without it the feature disappears at once or by its own timer. */
  readonly settled?: Said;
}

/** Features of one visit run at the same time. */
export const VISITS = ['contests', 'orders', 'games', 'cards', 'community'] as const;

export interface VisitRow {
  readonly visit: (typeof VISITS)[number];
  /** `dock`: in a place of the dock; `page`: in its own place; `dialog`: opens by itself; `entry`: opened by its button. */
  readonly stands: 'dock' | 'page' | 'dialog' | 'entry';
  /** The session is sped up until this is displayed: a phase with an action. */
  readonly first?: Said;
  /** A viewer who joins late receives the state (`sent`), or misses an earlier event and sees the next one (`missed`). */
  readonly late: 'sent' | 'missed';
  /** `nickname`: the viewer's name in the room. */
  readonly 'zh-CN': (nickname: string) => FeatureScene;
  readonly en: (nickname: string) => FeatureScene;
}

/** A text of the recordings and sessions as the page shows it: an English page gets them in English. */
const SHOWN: Readonly<Record<Language, (text: string) => string>> = { 'zh-CN': (text) => text, en: textInEnglish };

/** One scene for both languages, with the texts of each. */
export function scenes<Words>(
  words: (t: Translate) => Words,
  scene: (words: Words, nickname: string, text: OrderText, star: string, shown: (text: string) => string) => FeatureScene,
): Pick<VisitRow, Language> {
  const sceneIn = (language: Language) => (nickname: string) =>
    scene(words(TRANSLATE[language]), nickname, ORDER_TEXT[language], SHOWN[language]('小喵Momo'), SHOWN[language]);
  return { 'zh-CN': sceneIn('zh-CN'), en: sceneIn('en') };
}
type OrderText = (typeof ORDER_TEXT)[keyof typeof ORDER_TEXT];

/** Matches any text that a function of numbers returns. */
export const like = (text: string): RegExp => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\d+/g, '\\d+'));
