/** The viewer's settings as a file: those of this browser's local storage that are choices, not memory or identity. */
const VERSION = 1;
const MAX_FILE_CHARS = 262_144;
const MAX_KEYS = 200;
const MAX_VALUE_CHARS = 65_536;
const PREFIX = /^footlight[.-][\w.-]{1,80}$/;
/** Memory of the machine, numbers of the device, and files on their way to another page. */
const NOT_SETTINGS =
  /^footlight(?:\.(?:deviceNo|stallCount|stayOnH264|nativeHevc|decodeThreads|beaconed\..*)|-(?:mock|reports|handed|last-kind).*)$/;

const isSetting = (key: string): boolean => PREFIX.test(key) && !NOT_SETTINGS.test(key);

export function settingsFile(storage: Storage): Blob {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').filter((key) => isSetting(key));
  const settings = Object.fromEntries(keys.toSorted().map((key) => [key, storage.getItem(key) ?? '']));
  return new Blob([`${JSON.stringify({ footlight: VERSION, settings }, null, 1)}\n`], { type: 'application/json' });
}

/** Replaces all settings by those of the file; false if it is no such file, and nothing is changed then. */
export function takeSettings(text: string, storage: Storage): boolean {
  const settings = readFile(text);
  if (settings === null) return false;
  const old = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').filter((key) => isSetting(key));
  for (const key of old) storage.removeItem(key);
  for (const [key, value] of settings) storage.setItem(key, value);
  return true;
}

/** Other keys and values are skipped: the room reads each value as untrusted. */
function readFile(text: string): readonly (readonly [string, string])[] | null {
  if (text.length > MAX_FILE_CHARS) return null;
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof file !== 'object' || file === null || !('footlight' in file) || file.footlight !== VERSION || !('settings' in file))
    return null;
  const { settings } = file;
  if (typeof settings !== 'object' || settings === null) return null;
  return Object.entries(settings)
    .slice(0, MAX_KEYS)
    .flatMap(([key, value]) =>
      isSetting(key) && typeof value === 'string' && value.length <= MAX_VALUE_CHARS ? [[key, value] as const] : [],
    );
}
