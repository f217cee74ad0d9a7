/** Language of every page: the room, the playground and the page of the player. */
export type Language = 'zh-CN' | 'en';

/** Local storage key of the viewer's choice; owned by the page, unlike `footlight.*`, which belongs to the room worker. */
const LANGUAGE_KEY = 'footlight-language';

const isLanguage = (text: string | null): text is Language => text === 'en' || text === 'zh-CN';

/** Order: `?lang=`, the stored choice, the browser's language. Unknown values are ignored. */
export function chooseLanguage(asked: string | null, stored: string | null, browser: string): Language {
  if (isLanguage(asked)) return asked;
  if (isLanguage(stored)) return stored;
  return /^zh\b/i.test(browser) ? 'zh-CN' : 'en';
}

export function readLanguage(): Language {
  const asked = new URLSearchParams(location.search).get('lang');
  // A language in the address counts as a choice, like the button.
  if (isLanguage(asked)) rememberLanguage(asked);
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(LANGUAGE_KEY);
  } catch {
    // Storage is forbidden: there is no stored choice.
  }
  return chooseLanguage(asked, stored, navigator.language);
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
  } catch {
    // Storage is forbidden: the choice lasts until the page is closed.
  }
}
