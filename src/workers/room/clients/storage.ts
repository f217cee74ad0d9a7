import type { Failure } from '../../../core/errors.ts';
import { readStored, writeStored } from '../../../core/room/start/stored.ts';

/** Local storage for the room worker: a copy made by the page at start, and writes executed by the page. */
export function createStorage(
  initial: Readonly<Record<string, string>>,
  store: (key: string, value: string | null) => void,
  onBad: (failure: Failure) => void,
  epochMs: () => number,
) {
  const texts = new Map(Object.entries(initial));
  return {
    /** undefined if missing, expired or invalid; an invalid value is reported and removed. */
    read(key: string) {
      const stored = readStored(texts.get(key), epochMs());
      if (stored.name === 'kept') return stored.value;
      if (stored.name === 'missing') return undefined;
      if (stored.name === 'bad') onBad({ code: 'STORAGE_BAD_VALUE', detail: `${key}: ${stored.detail}` });
      texts.delete(key);
      store(key, null);
      return undefined;
    },
    /** Another tab has stored this text. Only lists are taken: this tab extends them, while other values are choices of each tab. */
    take(key: string, text: string) {
      const stored = readStored(text, epochMs());
      if (stored.name === 'kept' && Array.isArray(stored.value)) texts.set(key, text);
    },
    write(key: string, value: string | number | boolean | readonly string[], expiresS: number | null) {
      const text = writeStored(value, expiresS, epochMs());
      texts.set(key, text);
      store(key, text);
    },
  };
}

export type Storage = ReturnType<typeof createStorage>;
