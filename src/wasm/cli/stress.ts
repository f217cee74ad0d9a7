/**
 * Races appear only if threads lose the processor at the wrong moment: the same streams are decoded repeatedly with several numbers of
 * threads while other workers keep every core busy. Each result must be exact.
 */
import os from 'node:os';
import { Worker } from 'node:worker_threads';
import { Decoder, LEVEL_6_2_LIMITS, type OpenOptions } from '../glue/decoder.ts';
import { verifyStream, type ExpectedStream } from './verify.ts';

/** Numbers of decoder threads: more than most machines have cores, so that some always wait. */
const STRESS_THREADS = [2, 3, 4, 8] as const;

/** Maximum listed wrong results; the count continues. */
const REPORTED_FAULTS_MAX = 20;

interface StressOutcome {
  readonly decodes: number;
  readonly wrong: number;
  readonly faults: readonly string[];
}

/** Ends after `decodes` decodes, or after the round in which `deadlineMs` passed. */
export async function stress(
  streams: readonly ExpectedStream[],
  decodes: number,
  deadlineMs: number,
  options: Pick<OpenOptions, 'base'>,
): Promise<StressOutcome> {
  const burners = Array.from({ length: os.availableParallelism() }, () => new Worker('for (;;);', { eval: true }));
  const decoders = new Map<number, Decoder>();
  const faults: string[] = [];
  const endMs = performance.now() + deadlineMs;
  let done = 0;
  let wrong = 0;
  try {
    while (done < decodes && performance.now() < endMs) {
      for (const threads of STRESS_THREADS) {
        const kept = decoders.get(threads);
        const opened = kept ? undefined : await Decoder.open({ build: 'simd-mt', threads, limits: LEVEL_6_2_LIMITS, ...options });
        if (opened && !opened.ok) throw new Error(`${opened.error.code} ${opened.error.detail}`);
        const decoder = kept ?? opened!.value;
        decoders.set(threads, decoder);
        for (const stream of streams) {
          if (done === decodes) break;
          const verdict = await verifyStream(decoder, stream);
          done++;
          if (verdict.name === 'exact') continue;
          wrong++;
          if (faults.length < REPORTED_FAULTS_MAX) faults.push(`x${threads}  ${stream.name}  ${verdict.name}: ${verdict.detail}`);
        }
      }
    }
  } finally {
    for (const decoder of decoders.values()) decoder.close();
    await Promise.all(burners.map((burner) => burner.terminate()));
  }
  return { decodes: done, wrong, faults };
}
