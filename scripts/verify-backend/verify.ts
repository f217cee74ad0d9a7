/** Runs all checks of a backend, one after the other. */
import { contract } from '../api/contract.ts';
import { failed, openBackend, reasonOf, type Outcome, type VerifyOptions } from './backend.ts';
import { callChecks, unfollow } from './call-checks.ts';
import { chatChecks } from './chat-checks.ts';
import { STREAM_CHECKS } from './stream-checks.ts';

export interface Verified {
  readonly name: string;
  /** Sentence of the contract. */
  readonly sentence: string;
  readonly outcome: Outcome;
}

/** Rejects if there is no server at the address. */
export async function verifyBackend(
  options: VerifyOptions,
  onDone: (one: Verified) => void = () => undefined,
): Promise<readonly Verified[]> {
  const backend = await openBackend(options);
  const results: Verified[] = [];
  for (const { name, run } of [...callChecks(), ...chatChecks(), ...STREAM_CHECKS]) {
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
