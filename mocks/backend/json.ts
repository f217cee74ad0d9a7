export type Fields = Readonly<Record<string, unknown>>;

/** The members of a value; none if it is no object. */
export const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

/** The value of a JSON text; null if it is not valid. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
