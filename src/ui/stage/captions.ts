/** The browser's own speech recognition, as far as captions need it; TypeScript's library does not have it. */
interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally: boolean;
  start(track: MediaStreamTrack): void;
  abort(): void;
}
interface Results extends Event {
  readonly resultIndex: number;
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }>>;
}
interface RecognitionClass {
  new (): Recognition;
  available?(options: { readonly langs: readonly string[]; readonly processLocally: boolean }): Promise<string>;
}

/** Characters of a caption: two lines on a phone. */
const MAX_CAPTION_CHARS = 90;
/** Time in ms after which the last words are hidden. */
const SILENCE_MS = 5_000;
/** A browser that ends a recognition as soon as it began is asked no more often than this, in ms. */
const AGAIN_MS = 1_000;

const LANGUAGES = { 'zh-CN': 'zh-CN', en: 'en-US' } as const;
type CaptionLanguage = keyof typeof LANGUAGES;

const recognitionClass = (): RecognitionClass | undefined => (globalThis as { SpeechRecognition?: RecognitionClass }).SpeechRecognition;

/** The sound of the video that plays; null for a player whose sound is not in an element. */
function soundTrack(): MediaStreamTrack | null {
  const video = document.querySelector<HTMLVideoElement & { captureStream?(): MediaStream }>('[data-double] video');
  return video?.captureStream?.().getAudioTracks()[0] ?? null;
}

/**
 * True where this browser recognizes speech of a track on the device: `available` is as new as that. What is said in a room is sent to no service.
 */
export async function canCaption(language: CaptionLanguage): Promise<boolean> {
  const Recognition = recognitionClass();
  if (Recognition?.available === undefined || soundTrack() === null) return false;
  try {
    return (await Recognition.available({ langs: [LANGUAGES[language]], processLocally: true })) === 'available';
  } catch {
    return false;
  }
}

/** Calls `show` with the newest words until it is ended, and with '' after a silence. */
export function startCaptions(language: CaptionLanguage, show: (words: string) => void): () => void {
  const Recognition = recognitionClass();
  let isOn = true;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let current: Recognition | null = null;

  function listen(): void {
    const track = soundTrack();
    if (!isOn || Recognition === undefined) return;
    // Another player may be on its way.
    if (track === null) return wait();
    current = Object.assign(new Recognition(), { lang: LANGUAGES[language], continuous: true, interimResults: true, processLocally: true });
    current.addEventListener('result', (event) => {
      const { results, resultIndex } = event as Results;
      show((results[resultIndex]?.[0]?.transcript ?? '').slice(-MAX_CAPTION_CHARS));
      clearTimeout(silence);
      silence = setTimeout(() => show(''), SILENCE_MS);
    });
    // After an error too: a track that has ended, a pause that the browser takes for the end.
    current.addEventListener('end', wait);
    try {
      current.start(track);
    } catch {
      // The track ended meanwhile.
      wait();
    }
  }

  function wait(): void {
    clearTimeout(again);
    if (isOn) again = setTimeout(listen, AGAIN_MS);
  }

  listen();
  return () => {
    isOn = false;
    clearTimeout(silence);
    clearTimeout(again);
    current?.abort();
  };
}
