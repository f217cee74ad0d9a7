import type { DeviceChoice, DeviceList, Devices } from './page-capture.ts';
import css from './panel.module.css';
import type { PublishWords } from './text.zh-CN.ts';

export interface DeviceChoicesProps {
  readonly list: DeviceList;
  /** Devices in use. */
  readonly used: Devices;
  readonly onChoose: (devices: Devices) => void;
  readonly words: PublishWords;
}

export function DeviceChoices({ list, used, onChoose, words }: DeviceChoicesProps) {
  return (
    <>
      <Choice
        label={words.camera}
        nameless={words.nameless}
        choices={list.cameras}
        used={used.camera}
        onChoose={(camera) => onChoose({ ...used, camera })}
      />
      <Choice
        label={words.microphone}
        nameless={words.nameless}
        choices={list.microphones}
        used={used.microphone}
        onChoose={(microphone) => onChoose({ ...used, microphone })}
      />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly nameless: string;
  readonly choices: readonly DeviceChoice[];
  readonly used: string;
  readonly onChoose: (id: string) => void;
}

function Choice({ label, nameless, choices, used, onChoose }: ChoiceProps) {
  return (
    <label className={css.choice}>
      {label}
      <select value={used} disabled={choices.length === 0} onChange={(event) => onChoose(event.target.value)}>
        {choices.some(({ id }) => id === used) || <option value={used}>{nameless}</option>}
        {choices.map(({ id, label: name }, index) => (
          <option key={id} value={id}>
            {name === '' ? `${nameless} ${index + 1}` : name}
          </option>
        ))}
      </select>
    </label>
  );
}
