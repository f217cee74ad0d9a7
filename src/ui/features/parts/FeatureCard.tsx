import type { ReactNode } from 'react';

import css from './FeatureCard.module.css';

interface FeatureCardProps {
  /** Name of the feature, for tests. */
  readonly name: string;
  /** Announced before the content. */
  readonly title: string;
  /** Image or symbol before the text. */
  readonly mark?: ReactNode;
  /** Small text after the title: a countdown, or the number of further items. */
  readonly aside?: ReactNode;
  /** Buttons and links, in one row below the text. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
  /** An image of full width below the text, which then shares one row with the buttons. */
  readonly picture?: ReactNode;
  /** State of the feature, for tests and styles. */
  readonly at?: string;
}

/** A feature's card over the picture: symbol, title, text and actions. */
export function FeatureCard({ name, title, mark, aside, actions, children, picture, at }: FeatureCardProps) {
  return (
    <section
      className={css.card}
      aria-label={title}
      data-feature={name}
      data-phase={at}
      data-picture={picture === undefined ? undefined : ''}
    >
      <div className={css.content}>
        {mark !== undefined && (
          <span className={css.mark} aria-hidden="true">
            {mark}
          </span>
        )}
        <div className={css.words}>
          <h2 className={css.title}>
            {title}
            {aside !== undefined && <span className={css.aside}>{aside}</span>}
          </h2>
          {children}
        </div>
      </div>
      {actions !== undefined && <div className={css.actions}>{actions}</div>}
      {picture !== undefined && <div className={css.picture}>{picture}</div>}
    </section>
  );
}

interface CardButtonProps {
  readonly children: ReactNode;
  readonly onClick: () => void;
  readonly isMain?: boolean;
  readonly disabled?: boolean;
  readonly label?: string;
}

export function CardButton({ children, onClick, isMain = false, disabled = false, label }: CardButtonProps) {
  return (
    <button type="button" className={css.button} data-main={isMain || undefined} disabled={disabled} aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}
