const MAX_CHARS = 60;

/**
 * A value of unknown origin as a few characters for a log line. Never converts what it was given: an object may have a `toString` of its
 * own that throws, and a list of a million members makes a text of megabytes.
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

/** A script of somebody else may throw an error whose members are anything. */
function describeError(error: Error, maxChars: number): string {
  try {
    const { name, message }: { readonly name: unknown; readonly message: unknown } = error;
    return `${typeof name === 'string' ? name : 'Error'}: ${typeof message === 'string' ? message : ''}`.slice(0, maxChars);
  } catch {
    return 'an error';
  }
}
