import type { CallAction } from '../../core/room/feature/feature-dialog.ts';
import { type DrawBoard, GameBoard } from '../../ui/features/parts/GameBoard.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import type { ShootingView } from './room.ts';
import type { ShootingWords } from './text.ts';

/** Colours of the target's rings, from the outside in. */
const RINGS = ['#c9d3ee', '#d9556f', '#c9d3ee', '#d9556f'] as const;
const FONT = '600 12px system-ui, sans-serif';

export default function ShootingPanel({ view, act, words, place }: PanelProps<ShootingView, CallAction, ShootingWords>) {
  if (place === 'list') return null;
  const [best] = view.buffs;
  return (
    <GameBoard
      name="shooting"
      title={words.title}
      aside={words.count(view.buffs.length)}
      label={view.buffs.map(({ name, isMine, rate }) => words.hit(isMine ? words.you : name, rate)).join(words.comma)}
      view={view}
      draw={drawing(words.you)}
      activity="FlippedShooter"
      act={act}
      words={words}
    >
      {best !== undefined && <p>{words.hit(best.isMine ? words.you : best.name, best.rate)}</p>}
    </GameBoard>
  );
}

/** The target on the left, the shooters on the right, the strongest first. */
const drawing =
  (you: string): DrawBoard<ShootingView> =>
  ({ buffs }, canvas, { height }) => {
    const middle = height / 2;
    RINGS.forEach((colour, at) => {
      canvas.fillStyle = colour;
      canvas.beginPath();
      canvas.arc(50, middle, 42 - at * 11, 0, 2 * Math.PI);
      canvas.fill();
    });
    canvas.font = FONT;
    canvas.textBaseline = 'middle';
    buffs.slice(0, 5).forEach(({ name, isMine, rate }, at) => {
      const y = 13 + at * 19.5;
      canvas.fillStyle = '#ffe08a';
      canvas.fillText(`×${rate}`, 104, y);
      canvas.fillStyle = isMine ? '#ffb765' : '#f3f4f8';
      canvas.fillText(isMine ? you : name, 138, y, 92);
      const turn = (at / 5) * 2 * Math.PI;
      canvas.fillStyle = '#10131d';
      canvas.beginPath();
      canvas.arc(50 + Math.cos(turn) * 13, middle + Math.sin(turn) * 13, 3, 0, 2 * Math.PI);
      canvas.fill();
    });
  };
