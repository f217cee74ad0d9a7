import type { CallAction } from '../../core/room/feature/feature-dialog.ts';
import { BOARD, type DrawBoard, GameBoard } from '../../ui/features/parts/GameBoard.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import type { TowerDefenseView } from './room.ts';
import type { TowerDefenseWords } from './text.ts';

/** By the type of a monster; repeated for further types. */
const COLOURS = ['#8ad16a', '#e0a03c', '#d9556f', '#9a7bf0'] as const;
const TOWER_X = 214;
/** Blood of a monster with a full bar. */
const WHOLE_BLOOD = 100;

export default function TowerDefensePanel({ view, act, words, place }: PanelProps<TowerDefenseView, CallAction, TowerDefenseWords>) {
  if (place === 'list') return null;
  const isBeaten = view.monsters.length === 0;
  return (
    <GameBoard
      name="tower-defense"
      title={words.title}
      aside={words.wave(view.wave)}
      label={isBeaten ? words.beaten : words.board(view.monsters.length, view.near)}
      view={view}
      draw={drawWave}
      activity="TowerDefense"
      act={act}
      words={words}
    >
      <p>{isBeaten ? words.beaten : words.board(view.monsters.length, view.near)}</p>
    </GameBoard>
  );
}

const drawWave: DrawBoard<TowerDefenseView> = ({ monsters }, canvas, { width, height }) => {
  canvas.fillStyle = '#232c44';
  canvas.fillRect(0, height * 0.2, width, height * 0.6);
  canvas.fillStyle = '#c9d3ee';
  canvas.fillRect(TOWER_X, 22, 16, 64);
  for (let at = 0; at < 3; at++) canvas.fillRect(TOWER_X - 3 + at * 9, 15, 5, 8);
  for (const { type, blood, x, y } of monsters) {
    const left = 8 + (x / BOARD.side) * (TOWER_X - 22);
    const top = height * 0.26 + (y / BOARD.side) * height * 0.46;
    canvas.fillStyle = COLOURS[Math.abs(type) % COLOURS.length] ?? COLOURS[0];
    canvas.beginPath();
    canvas.arc(left, top, 6, 0, 2 * Math.PI);
    canvas.fill();
    canvas.fillStyle = '#3a1220';
    canvas.fillRect(left - 8, top - 12, 16, 3);
    canvas.fillStyle = '#ff6b6b';
    canvas.fillRect(left - 8, top - 12, 16 * Math.min(1, blood / WHOLE_BLOOD), 3);
  }
};
