import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';

import type { CallAction, FeatureRequest } from '../../../core/room/feature/feature-dialog.ts';
import { useRoomContext } from '../../room-context.ts';
import css from './FeatureCard.module.css';
import { RequestFailure } from './FeatureParts.tsx';
import { CardButton, FeatureCard } from './FeatureCard.tsx';

/** Positions in the games' messages are 0 to BOARD.side, over the whole width and height. */
export const BOARD = { width: 236, height: 100, side: 1_000 } as const;

export type DrawBoard<View> = (
  view: View,
  canvas: CanvasRenderingContext2D,
  size: { readonly width: number; readonly height: number },
) => void;

/** Members of the view that each game has. */
interface GameView {
  readonly gameId: number;
  readonly request: FeatureRequest;
  readonly isLoggedIn: boolean;
}

interface GameBoardProps<View extends GameView> {
  readonly name: string;
  readonly title: string;
  readonly aside?: ReactNode;
  /** Text alternative of the drawing. */
  readonly label: string;
  /** Redrawn when the object identity changes. */
  readonly view: View;
  readonly draw: DrawBoard<View>;
  readonly children?: ReactNode;
  /** Key of the activity that opens the game's page. */
  readonly activity: string;
  readonly act: (action: CallAction) => void;
  readonly words: { readonly join: string; readonly open: string; readonly failed: string };
}

/** State of a mini-game as a small drawing; joining sends a message to the room and opens the game's page. */
export function GameBoard<View extends GameView>(props: GameBoardProps<View>) {
  const { name, title, aside, label, view, draw, children, activity, act, words } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { act: actOnRoom } = useRoomContext();
  const paint = useEffectEvent((shown: View) => {
    const element = canvas.current;
    const context = element?.getContext('2d') ?? null;
    if (element === null || context === null) return;
    const scale = Math.min(2, devicePixelRatio);
    // Setting the size also clears the canvas.
    element.width = BOARD.width * scale;
    element.height = BOARD.height * scale;
    context.scale(scale, scale);
    draw(shown, context, BOARD);
  });
  useEffect(() => paint(view), [view]);
  const hasJoined = view.request.name === 'done';
  const press = (): void => {
    if (!hasJoined) act({ type: 'request', verb: 'join', fields: { gameId: view.gameId } });
    if (view.isLoggedIn) actOnRoom({ type: 'feature', feature: 'activity', action: { type: 'activity', key: activity } });
  };
  return (
    <FeatureCard
      name={name}
      title={title}
      aside={aside}
      picture={<canvas ref={canvas} className={css.board} role="img" aria-label={label} />}
      at={hasJoined ? 'joined' : 'watching'}
      actions={
        <CardButton isMain disabled={view.request.name === 'sending'} onClick={press}>
          {hasJoined ? words.open : words.join}
        </CardButton>
      }
    >
      {children}
      <RequestFailure request={view.request} words={words.failed} />
    </FeatureCard>
  );
}
