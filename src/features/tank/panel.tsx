import type { CallAction } from '../../core/room/feature/feature-dialog.ts';
import { BOARD, type DrawBoard, GameBoard } from '../../ui/features/parts/GameBoard.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import type { TankView } from './room.ts';
import type { TankWords } from './text.ts';

const MINE = '#ffb765';
const COLOURS = ['#7fb0ff', '#58d6c3', '#b79bff', '#ff86a3'] as const;

export default function TankPanel({ view, act, words, place }: PanelProps<TankView, CallAction, TankWords>) {
  if (place === 'list') return null;
  const isIn = view.tanks.some(({ isMine }) => isMine);
  const summary = isIn ? words.withYou(view.tanks.length) : words.tanks(view.tanks.length);
  return (
    <GameBoard
      name="tank"
      title={words.title}
      label={`${summary}: ${view.tanks.map(({ name, isMine }) => (isMine ? words.you : name)).join(words.comma)}`}
      view={view}
      draw={drawing(words.you)}
      activity="WarPeak"
      act={act}
      words={words}
    >
      <p>{summary}</p>
    </GameBoard>
  );
}

const drawing =
  (you: string): DrawBoard<TankView> =>
  ({ tanks }, canvas, { width, height }) => {
    canvas.strokeStyle = '#232c44';
    for (let x = 0; x < width; x += 26) canvas.strokeRect(x, -1, 26, height + 2);
    canvas.font = '11px system-ui, sans-serif';
    canvas.textAlign = 'center';
    for (const { tankId, x, y, angle, isMine, name } of tanks) {
      const left = 14 + (x / BOARD.side) * (width - 28);
      const top = 22 + (y / BOARD.side) * (height - 36);
      canvas.save();
      canvas.translate(left, top);
      canvas.rotate((angle * Math.PI) / 180);
      canvas.fillStyle = isMine ? MINE : (COLOURS[Math.abs(tankId) % COLOURS.length] ?? COLOURS[0]);
      canvas.fillRect(-8, -6, 16, 12);
      canvas.fillStyle = '#0b0c11';
      canvas.fillRect(-3, -3, 6, 6);
      canvas.fillRect(0, -1.5, 13, 3);
      canvas.restore();
      canvas.fillStyle = isMine ? MINE : '#f3f4f8';
      canvas.fillText(isMine ? you : name, left, top - 11, 64);
    }
  };
