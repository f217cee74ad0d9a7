import type { ReactNode } from 'react';
import type { FeatureRequest } from '../../../core/room/feature/feature-dialog.ts';
import { Icon, type IconName } from '../../../design/icons/Icon.tsx';
import { Modal } from '../../overlays/Modal.tsx';
import type { PanelProps } from '../panel.ts';
import { Countdown, minutes } from './Countdown.tsx';
import { Left, Progress, RequestFailure } from './FeatureParts.tsx';
import css from './FeatureParts.module.css';

/** With the props of the feature's panel. */
interface StripProps extends Pick<
  PanelProps<{ readonly isOpen: boolean }, { readonly type: 'entry' | 'close' }, { readonly title: string; readonly open: string }>,
  'view' | 'act' | 'words' | 'place'
> {
  /** Name of the feature; identifies its panel. */
  readonly feature: string;
  readonly icon: IconName;
  /** State of the feature in two lines, with its remaining time; null: there is none. `share`: of a progress bar, 0 to 1. */
  readonly strip: {
    readonly title: string;
    readonly text: string;
    readonly timed: { readonly leftMs: number };
    readonly share?: number | null;
  } | null;
  /** Content of the dialog. */
  readonly children: ReactNode;
}

/** A feature in the dock: a strip that opens its dialog. Where the dock has no place for the strip, only the dialog is rendered. */
export function StripPanel({ feature, icon, words, place, view, act, strip, children }: StripProps) {
  return (
    <>
      {strip !== null && place !== 'list' && (
        <section className={css.docked} aria-label={words.title} data-feature={feature}>
          <button type="button" className={css.strip} onClick={() => act({ type: 'entry' })}>
            <span className={css.disc} aria-hidden="true">
              <Icon name={icon} size={16} />
            </span>
            <span className={css.song}>
              <b>{strip.title}</b> <span>{strip.text}</span>
              {typeof strip.share === 'number' && <Progress share={strip.share} />}
            </span>
            <Countdown timed={strip.timed} format={(left) => (left > 0 ? minutes(left) : '')} className={css.time} isSilent />
            {/* Added to the visible label, so that the accessible name contains the visible text. */}
            <span className="unseen"> {words.open}</span>
          </button>
        </section>
      )}
      {view.isOpen && (
        <Modal title={words.title} onClose={() => act({ type: 'close' })}>
          {children}
        </Modal>
      )}
    </>
  );
}

interface PhaseProps {
  readonly view: { readonly leftMs: number; readonly request: FeatureRequest };
  /** Name of the phase. */
  readonly phase: string | undefined;
  readonly text?: string;
  readonly isTimed?: boolean;
  readonly words: { readonly about: string; readonly failed: string; readonly left: (time: string) => string };
  /** Between the explanation and the phase. */
  readonly before?: ReactNode;
  readonly children: ReactNode;
}

/** Dialog of a feature with phases: its explanation, the phase with its remaining time, and why a request of the viewer failed. */
export function PhaseDialog({ view, phase, text = '', isTimed = true, words, before, children }: PhaseProps) {
  return (
    <div className={css.list}>
      <p className={css.about}>{words.about}</p>
      {before}
      <p className={css.now} role="status">
        {phase !== undefined && <span className={css.tag}>{phase}</span>}
        <span>{text}</span>
        {isTimed && <Left timed={view} format={words.left} />}
      </p>
      <RequestFailure request={view.request} words={words.failed} />
      {children}
    </div>
  );
}
