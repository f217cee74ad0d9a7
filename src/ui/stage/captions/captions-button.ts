import { notify } from '../../overlays/notice.ts';
import type { Language } from '../../../design/language.ts';
import type { Captions } from './page-captions.ts';

/** The parts of on-device speech recognition that captions use; TypeScript's DOM types do not contain them. */
export interface Recognizer {
  onresult: ((event: { readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }>> }) => void) | null;
  onerror: ((event: { readonly error: string }) => void) | null;
  onend: (() => void) | null;
  start(track: MediaStreamTrack): void;
  abort(): void;
}

interface Languages {
  readonly langs: readonly string[];
  readonly processLocally: boolean;
}

export interface CaptionsClass {
  new (): Recognizer;
  available(languages: Languages): Promise<'available' | 'downloadable' | 'downloading' | 'unavailable'>;
  readonly install?: (languages: Languages) => Promise<boolean>;
}

/**
 * Null if the browser has no recognizer on this machine. Only looks the function up: the question about a language loads the browser's
 * speech service, so it is asked after the viewer has pressed the button.
 */
function captionsClass(): CaptionsClass | null {
  const found: unknown = Reflect.get(globalThis, 'SpeechRecognition');
  return typeof found === 'function' && typeof Reflect.get(found, 'available') === 'function' ? (found as unknown as CaptionsClass) : null;
}

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
