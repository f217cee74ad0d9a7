import { expect, test } from 'vitest';
import { runCases, SUBJECTS, type CaseResult, type SubjectName } from './webcodecs/run.ts';

function inWorker(name: SubjectName): Promise<CaseResult[]> {
  const worker = new Worker(new URL('./webcodecs/worker.ts', import.meta.url), { type: 'module' });
  return new Promise<CaseResult[]>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<CaseResult[]>) => resolve(data));
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    worker.postMessage(name);
  }).finally(() => worker.terminate());
}

test.each(SUBJECTS.flatMap((name) => [[name, 'a window', runCases] as const, [name, 'a worker', inWorker] as const]))(
  'WebCodecs: %s in %s behaves as specified',
  async (name, _place, run) => {
    const results = await run(name);
    expect(results.length).toBeGreaterThan(25);
    expect(results.filter(({ failure }) => failure !== undefined)).toEqual([]);
  },
);
