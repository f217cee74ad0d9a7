/** The row of one feature in the end-to-end tests: `tests/features/NAME/visit.ts`. */
import { ORDER_TEXT } from '../../src/ui/features/parts/order-text.ts';

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

/** One scene for both languages, with the texts of each. */
export function scenes<Words>(zh: Words, en: Words, scene: (words: Words, nickname: string, text: OrderText) => FeatureScene) {
  return {
    'zh-CN': (nickname: string) => scene(zh, nickname, ORDER_TEXT['zh-CN']),
    en: (nickname: string) => scene(en, nickname, ORDER_TEXT.en),
  };
}
type OrderText = (typeof ORDER_TEXT)[keyof typeof ORDER_TEXT];

/** Matches any text that a function of numbers returns. */
export const like = (text: string): RegExp => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\d+/g, '\\d+'));
