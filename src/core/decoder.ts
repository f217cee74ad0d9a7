import { describe } from './describe.ts';
import { err, type Result } from './result.ts';

/** Reads input of unknown form; what it returns never throws, whatever it is given. */
export type Decode<T> = (input: unknown) => Result<T>;

/** A decoder may throw for a form of bad input that it does not expect: then the answer is refused, and the thread goes on. */
export function decoder<T>(what: string, decode: Decode<T>): Decode<T> {
  return (input) => {
    try {
      return decode(input);
    } catch (cause) {
      return err('HTTP_BAD_BODY', `${what}: ${describe(cause)}`);
    }
  };
}
