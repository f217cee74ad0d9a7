import { notify } from '../../overlays/notice.ts';
import type { Language } from '../../text/text.ts';
import type { Captions } from './captions.ts';
import { captionsClass } from './recognizer.ts';

let open: Captions | null = null;
/** Increases with each press: code that arrives late belongs to an earlier press. */
let presses = 0;
let isOn = false;

/** The button of the menu; the code of captions is loaded by its first press. */
export const captions = {
  exist: (): boolean => captionsClass() !== null,
  isOn: (): boolean => isOn,
  async press(language: Language, failed: string): Promise<void> {
    const press = ++presses;
    const recognizers = captionsClass();
    if (isOn || recognizers === null) {
      isOn = false;
      open?.stop();
      open = null;
      return;
    }
    isOn = true;
    try {
      const { openCaptions } = await import('./page-captions.ts');
      if (press !== presses) return;
      open = openCaptions(language, recognizers, () => {
        isOn = false;
        open = null;
      });
    } catch {
      if (press === presses) isOn = false;
      notify(failed, 'bad');
    }
  },
};
