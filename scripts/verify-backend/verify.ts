/** Runs the checks of a backend, one after the other. */
import { contract } from '../api/contract.ts';
import { failed, openBackend, reasonOf, type Check, type Outcome, type VerifyOptions } from './backend.ts';
import { callChecks, unfollow } from './call-checks.ts';
import { chatChecks } from './chat-checks.ts';
import { STREAM_CHECKS } from './stream-checks.ts';

export interface Verified {
  readonly name: string;
  /** Sentence of the contract. */
  readonly sentence: string;
  readonly outcome: Outcome;
}

/** A list keeps connections between its checks. */
const lists = (): readonly (readonly Check[])[] => [callChecks(), chatChecks(), STREAM_CHECKS];
export const checkNames = (): readonly string[] => lists().flatMap((checks) => checks.map(({ name }) => name));

function chosen(checks: readonly Check[], only: VerifyOptions['only']): readonly Check[] {
  if (only === undefined) return checks;
  const isNamed = ({ name }: Check): boolean => only.includes(name);
  return checks.some(isNamed) ? checks.filter((check) => check.isAlways === true || isNamed(check)) : [];
}

/** Rejects if there is no server at the address. */
export async function verifyBackend(
  options: VerifyOptions,
  onDone: (one: Verified) => void = () => undefined,
): Promise<readonly Verified[]> {
  const backend = await openBackend(options);
  const results: Verified[] = [];
  for (const { name, run } of lists().flatMap((checks) => chosen(checks, options.only))) {
    const outcome = await run(backend).catch((cause: unknown) => failed(reasonOf(cause)));
    const one = { name, sentence: sentenceOf(name), outcome };
    results.push(one);
    onDone(one);
  }
  await unfollow(backend).catch(() => undefined);
  return results;
}

function sentenceOf(name: string): string {
  const rule = contract().rules.get(name);
  if (rule !== undefined) return rule;
  const { method, path, summary } = contract().operation(name);
  return `${method} ${path} answers as its schema says. ${summary}.`;
}
