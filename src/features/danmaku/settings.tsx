import { Box } from '../../ui/overlays/Box.tsx';
import css from './settings.module.css';
import type { DanmakuProps } from './panel.tsx';
import { AREAS, DENSITIES, MIN_OPACITY, OPACITY_STEP, SIZES } from './rules-settings.ts';

/** The viewer's settings; each applies immediately and is stored. */
export default function DanmakuSettingsBox({ view, act, words, hasPicture }: DanmakuProps & { readonly hasPicture: boolean }) {
  const { settings } = view;
  return (
    <Box title={words.title} onClose={() => act({ type: 'close' })}>
      <div className={css.settings} data-danmaku-settings="">
        {!hasPicture && <p className={css.note}>{words.noPicture}</p>}
        <label className={css.row}>
          <span>{words.show}</span>
          <input
            type="checkbox"
            role="switch"
            data-first=""
            checked={view.isShown}
            aria-checked={view.isShown}
            onChange={() => act({ type: 'toggle' })}
          />
        </label>
        <Choice
          name="density"
          title={words.density}
          values={DENSITIES}
          labels={words.densities}
          value={settings.density}
          onChoose={(density) => act({ type: 'set', settings: { density } })}
        />
        <Choice
          name="size"
          title={words.size}
          values={SIZES}
          labels={words.sizes}
          value={settings.size}
          onChoose={(size) => act({ type: 'set', settings: { size } })}
        />
        <Choice
          name="area"
          title={words.area}
          values={AREAS}
          labels={words.areas}
          value={settings.area}
          onChoose={(area) => act({ type: 'set', settings: { area } })}
        />
        <label className={css.row}>
          <span>{words.opacity}</span>
          <input
            type="range"
            min={MIN_OPACITY}
            max={100}
            step={OPACITY_STEP}
            defaultValue={settings.opacity}
            onChange={({ currentTarget }) => act({ type: 'set', settings: { opacity: currentTarget.valueAsNumber } })}
          />
        </label>
      </div>
    </Box>
  );
}

interface ChoiceProps<Value extends string> {
  readonly name: string;
  readonly title: string;
  readonly values: readonly Value[];
  readonly labels: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ name, title, values, labels, value, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset className={css.row}>
      <legend>{title}</legend>
      <div className={css.choices}>
        {values.map((one) => (
          <label key={one} className={css.choice}>
            <input type="radio" name={`danmaku-${name}`} value={one} checked={one === value} onChange={() => onChoose(one)} />
            <span>{labels[one]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
