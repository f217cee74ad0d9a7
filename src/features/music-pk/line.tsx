import { isTip } from './rules-message.ts';
import type { MusicPkView } from './rules-view.ts';
import type { MusicPkWords } from './text.zh-CN.ts';

/** Text of the status line: the newest action, else the currently possible action. */
export function lineText(view: MusicPkView, words: MusicPkWords): string {
  const { line } = view;
  if (line !== null) return isTip(line.kind) ? words.tips[line.kind](line.what) : words.lines[line.kind](line.who, line.what, line.count);
  if (view.isOverdue) return words.settling;
  if (view.phase === 'settled') return words.winner(view.settlement?.winner ?? 'draw', view.own.name, view.rival.name);
  const round = view.round === 0 ? '' : `${words.round(view.round, view.roundTotal)} · `;
  if (view.phase === 'answer') return round + (view.chosen === '' ? words.answer : words.waiting);
  return round + words.phases[view.phase];
}
