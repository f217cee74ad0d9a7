import { useEffect, useRef } from 'react';

import { asksToShow, type Placement } from '../../core/room/feature/dock.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import { Box } from '../overlays/Box.tsx';
import { useRoom } from '../room-context.ts';
import { useLanguage } from '../text/text.ts';
import { nameOfFeature } from '../../features/index.ts';
import css from './Dock.module.css';
import { changeDock, closeWhatWent, collapse, useDockState, usePlacements } from './dock-state.ts';
import { DOCK_TEXT } from './dock-state.ts';

interface RowProps extends Placement {
  readonly language: keyof typeof DOCK_TEXT;
}

/** One feature of the list. Its only button shows or hides it. */
function Row({ name, place, language }: RowProps) {
  const { compact } = useRoom('layout');
  const isShown = place !== 'list';
  // A new row counts as unchanged.
  const state = useRef({ isShown, changedMs: -Infinity });
  useEffect(() => {
    if (state.current.isShown !== isShown) state.current = { isShown, changedMs: performance.now() };
  }, [isShown]);
  const press = (): void => {
    const isToShow = asksToShow(isShown, performance.now() - state.current.changedMs);
    collapse(name, !isToShow);
    if (isToShow) changeDock({ isListOpen: false, sheet: compact ? name : '' });
  };
  const text = DOCK_TEXT[language];
  const title = nameOfFeature(name, language);
  return (
    <li className={css.row} data-listed={name} data-place={place}>
      <span className={css.name}>{title}</span>
      <span className={css.where}>{isShown ? text.shown : text.hidden}</span>
      <button type="button" className={css.toggle} aria-label={isShown ? text.collapse(title) : text.show(title)} onClick={press}>
        <Icon name={isShown ? 'close' : 'right'} size={18} />
      </button>
    </li>
  );
}

/** Number of running features, and their list: each is shown and hidden from there, on a phone as a sheet. */
export default function DockButton({ className }: { readonly className: string }) {
  const placements = usePlacements();
  const { isListOpen } = useDockState();
  const { compact } = useRoom('layout');
  const language = useLanguage();
  const text = DOCK_TEXT[language];
  useEffect(() => closeWhatWent(placements.map(({ name }) => name)), [placements]);
  if (placements.length === 0) return null;
  // A phone has no place beside the picture: the button shows the name of a feature that starts in the list, because nothing else indicates
  // it.
  const waiting = compact ? placements.find(({ why }) => why === 'no room at all') : undefined;

  return (
    <>
      <button
        type="button"
        className={className}
        data-dock-button=""
        data-waits={waiting !== undefined || undefined}
        aria-haspopup="dialog"
        onClick={() => changeDock({ isListOpen: true })}
      >
        <Icon name="running" size={18} />
        <span>
          {waiting === undefined
            ? text.running(placements.length)
            : text.runningFirst(nameOfFeature(waiting.name, language), placements.length - 1)}
        </span>
      </button>
      {isListOpen && (
        <Box title={text.title} onClose={() => changeDock({ isListOpen: false })}>
          <ul className={css.list}>
            {placements.map((placement) => (
              <Row key={placement.name} {...placement} language={language} />
            ))}
          </ul>
        </Box>
      )}
    </>
  );
}
