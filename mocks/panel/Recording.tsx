import { useSyncExternalStore, type ReactNode, useId, useState } from 'react';
import { EN, ZH, type Words } from './words.ts';
import css from './PanelView.module.css';
import { saveFile } from '../../src/ui/stage/saving/save-file.ts';
import type { MockControl, MockState } from '../control.ts';

const language = (): string => document.documentElement.lang;

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['lang'] });
  return () => observer.disconnect();
}

export const useWords = (): Words => (useSyncExternalStore(subscribe, language) === 'en' ? EN : ZH);

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface ChipProps {
  readonly act: () => void;
  /** Pressed; undefined: a button that is not pressed and released. */
  readonly isOn?: boolean;
  /** The action cannot be done now. */
  readonly isOff?: boolean;
  readonly children: ReactNode;
}

/** A button of the panel. */
export function Chip({ act, isOn, isOff = false, children }: ChipProps) {
  return (
    <button type="button" disabled={isOff} className={css.chip} aria-pressed={isOn} data-on={isOn ? '' : undefined} onClick={act}>
      {children}
    </button>
  );
}

/** Records the data that crosses the room's boundary, and replays it: in the panel and in the socket debug view. */
export function Recording({ control, state }: { control: MockControl; state: MockState }) {
  const words = useWords();
  const [problem, setProblem] = useState('');
  const file = useId();
  const play = async (chosen: Blob): Promise<void> => {
    const answer = await control.replay(chosen);
    setProblem(answer.ok ? '' : `${answer.error.code} ${answer.error.detail}`);
  };
  const save = async (): Promise<void> => {
    saveFile(await control.stopRecording(), `footlight-${state.scenario}.session`);
  };
  return (
    <Part title={words.recording}>
      <div className={css.chips}>
        {state.recording === null ? (
          <Chip act={() => control.startRecording()}>{words.record}</Chip>
        ) : (
          <>
            <Chip act={() => void save()} isOn>
              {words.stopRecording((state.recording.bytes / 1024).toFixed(0), state.recording.isFull)}
            </Chip>
            <Chip act={() => void control.stopRecording().then(play)}>{words.replayRecorded}</Chip>
          </>
        )}
        {state.isReplaying ? (
          <Chip act={() => control.stopReplay()}>{words.stopReplay}</Chip>
        ) : (
          <label className={css.chip} htmlFor={file}>
            {words.replayFile}
            <input
              id={file}
              type="file"
              className={css.file}
              onChange={(event) => {
                const chosen = event.currentTarget.files?.[0];
                if (chosen !== undefined) void play(chosen);
              }}
            />
          </label>
        )}
      </div>
      {problem !== '' && (
        <p className={css.bad} role="alert">
          {problem}
        </p>
      )}
    </Part>
  );
}
