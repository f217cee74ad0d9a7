const MAX_CHARS = 60;

/**
 * A short text of a value of unknown origin for a log line. It never converts the value, because an object's own `toString` may throw and a
 * list of a million members makes a text of megabytes.
 */
export function describe(value: unknown, maxChars: number = MAX_CHARS): string {
  switch (typeof value) {
    case 'string':
      return value.slice(0, maxChars);
    case 'number':
    case 'boolean':
    case 'bigint':
    case 'undefined':
      return String(value).slice(0, maxChars);
    default:
      return kindOf(value, maxChars);
  }
}

function kindOf(value: unknown, maxChars: number): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (value instanceof Error) return describeError(value, maxChars);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** A foreign script may throw an error with members of any type. */
function describeError(error: Error, maxChars: number): string {
  try {
    const { name, message }: { readonly name: unknown; readonly message: unknown } = error;
    return `${typeof name === 'string' ? name : 'Error'}: ${typeof message === 'string' ? message : ''}`.slice(0, maxChars);
  } catch {
    return 'an error';
  }
}
