import { describe } from '../player/base/errors.ts';
import { err, type Result } from './errors.ts';

/** Reads input of unknown form; never throws. */
export type Decode<T> = (input: unknown) => Result<T>;

/** If a decoder throws for unexpected input, the input is rejected as a failure and the thread continues. */
export function decoder<T>(what: string, decode: Decode<T>): Decode<T> {
  return (input) => {
    try {
      return decode(input);
    } catch (cause) {
      return err('HTTP_BAD_BODY', `${what}: ${describe(cause)}`);
    }
  };
}
