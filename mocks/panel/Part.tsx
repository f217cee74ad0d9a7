import type { ReactNode } from 'react';

import css from './PanelView.module.css';

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A button of the panel. `isOn`: pressed; undefined: a button that is not pressed and released. */
export function Chip({ act, isOn, children }: { act: () => void; isOn?: boolean; children: ReactNode }) {
  return (
    <button type="button" className={css.chip} aria-pressed={isOn} data-on={isOn ? '' : undefined} onClick={act}>
      {children}
    </button>
  );
}
