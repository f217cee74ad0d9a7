import type { ReactNode } from 'react';

import css from './Settings.module.css';

interface ChoiceProps<Value extends string> {
  /** Unique in the dialog. */
  readonly name: string;
  readonly title: string;
  readonly values: readonly Value[];
  readonly labels: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

/** A setting with a few values, side by side. */
export function Choice<Value extends string>({ name, title, values, labels, value, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset className={css.row}>
      <legend>{title}</legend>
      <div className={css.choices}>
        {values.map((one) => (
          <label key={one} className={css.choice}>
            <input type="radio" name={name} value={one} checked={one === value} onChange={() => onChoose(one)} />
            <span>{labels[one]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SwitchProps {
  readonly title: string;
  readonly isOn: boolean;
  readonly isFirst?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function Switch({ title, isOn, isFirst = false, onChange }: SwitchProps) {
  return (
    <label className={css.row}>
      <span>{title}</span>
      <input
        type="checkbox"
        role="switch"
        data-first={isFirst ? '' : undefined}
        checked={isOn}
        aria-checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}

export function SettingRow({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <label className={css.row}>
      <span>{title}</span>
      {children}
    </label>
  );
}

export const settingsClass = css.settings;
export const noteClass = css.note;
