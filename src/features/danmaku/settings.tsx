import { Choice, noteClass, SettingRow, settingsClass, Switch } from '../../ui/features/parts/Settings.tsx';
import { Modal } from '../../ui/overlays/Modal.tsx';
import { rests } from '../../ui/stage/motion.ts';
import type { DanmakuProps } from './panel.tsx';
import { MIN_OPACITY, OPACITY_STEP, SETTING_NAMES, SETTINGS, type Setting, type SettingName } from './rules-lanes.ts';

/** The viewer's settings; each applies immediately and is stored. */
export default function DanmakuSettingsBox({ view, act, words, hasPicture }: DanmakuProps & { readonly hasPicture: boolean }) {
  const { settings } = view;
  return (
    <Modal title={words.title} onClose={() => act({ type: 'close' })}>
      <div className={settingsClass} data-danmaku-settings="">
        {!hasPicture && <p className={noteClass}>{words.noPicture}</p>}
        {hasPicture && !view.isShown && rests() && <p className={noteClass}>{words.rests}</p>}
        <Switch isFirst title={words.show} isOn={view.isShown} onChange={() => act({ type: 'toggle' })} />
        {SETTING_NAMES.map((name) => (
          <OneSetting
            key={name}
            {...{ name, words }}
            value={settings[name]}
            onChoose={(value) => act({ type: 'set', settings: { [name]: value } })}
          />
        ))}
        <SettingRow title={words.opacity}>
          <input
            type="range"
            min={MIN_OPACITY}
            max={100}
            step={OPACITY_STEP}
            defaultValue={settings.opacity}
            onChange={({ currentTarget }) => act({ type: 'set', settings: { opacity: currentTarget.valueAsNumber } })}
          />
        </SettingRow>
      </div>
    </Modal>
  );
}

interface OneSettingProps<Name extends SettingName> {
  readonly name: Name;
  readonly words: DanmakuProps['words'];
  readonly value: Setting<Name>;
  readonly onChoose: (value: Setting<Name>) => void;
}

function OneSetting<Name extends SettingName>({ name, words, value, onChoose }: OneSettingProps<Name>) {
  const { title, ...labels } = words.settings[name];
  const values: readonly Setting<Name>[] = SETTINGS[name];
  return (
    <Choice
      name={`danmaku-${name}`}
      title={title}
      values={values}
      labels={labels as unknown as Readonly<Record<Setting<Name>, string>>}
      value={value}
      onChoose={onChoose}
    />
  );
}
