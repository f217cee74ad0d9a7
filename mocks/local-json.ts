import { readJson } from './backend/json.ts';

/** JSON in local storage, which all tabs share. Storage that is forbidden or full counts as empty; null: nothing, or text that is not JSON. */
export function readLocalJson(key: string): unknown {
  try {
    return readJson(localStorage.getItem(key) ?? '');
  } catch {
    return null;
  }
}

export function writeLocalJson(key: string, value: object | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch (cause) {
    console.warn('STORAGE_UNAVAILABLE', cause);
  }
}
