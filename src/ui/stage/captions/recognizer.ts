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
export function captionsClass(): CaptionsClass | null {
  const found: unknown = Reflect.get(globalThis, 'SpeechRecognition');
  return typeof found === 'function' && typeof Reflect.get(found, 'available') === 'function' ? (found as unknown as CaptionsClass) : null;
}
