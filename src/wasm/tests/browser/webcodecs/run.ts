/** Runs the cases in the context that loads this file: a window or a worker. */
import { HevcVideoDecoder, registerHevc } from '../../../glue/index.ts';
import { CASES } from './cases.ts';
import { DIFFERENT_CASES, HEVC_CASES } from './cases-hevc.ts';
import { closeAll, hevcStream, vp8Stream, type Case, type DecoderClass, type Subject } from './subject.ts';

export const SUBJECTS = [
  'HevcVideoDecoder',
  'HevcVideoDecoder, same thread',
  'VideoDecoder by registerHevc()',
  "the browser's own",
] as const;
export type SubjectName = (typeof SUBJECTS)[number];

export interface CaseResult {
  readonly title: string;
  /** Undefined if the case passed. */
  readonly failure: string | undefined;
}

const CASE_DEADLINE_MS = 20_000;

class SameThread extends HevcVideoDecoder {
  constructor(init: ConstructorParameters<typeof HevcVideoDecoder>[0]) {
    super({ output: init.output, error: init.error, worker: false, threads: 1 });
  }
}

async function open(name: SubjectName): Promise<{ subject: Subject; cases: readonly Case[]; close: () => void }> {
  const close = (): void => undefined;
  if (name === "the browser's own") {
    const stream = await vp8Stream(128, 96);
    const subject = { Decoder: VideoDecoder as unknown as DecoderClass, stream, other: await vp8Stream(64, 48), direct: stream };
    return { subject, cases: CASES, close };
  }
  const streams = {
    stream: await hevcStream('clips/stage-h265.mp4', 640, 360),
    other: await hevcStream('streams/stage-540x960-h265-hvc1.flv', 540, 960),
    direct: await hevcStream('streams/sync-640x360-h265-id12.flv', 640, 360),
  };
  const cases = [...CASES, ...HEVC_CASES, ...DIFFERENT_CASES];
  if (name === 'VideoDecoder by registerHevc()') {
    const registered = await registerHevc();
    return { subject: { Decoder: VideoDecoder, ...streams }, cases, close: () => registered.unregister() };
  }
  const Decoder = (name === 'HevcVideoDecoder' ? HevcVideoDecoder : SameThread) as unknown as DecoderClass;
  return { subject: { Decoder, ...streams }, cases, close };
}

export async function runCases(name: SubjectName): Promise<CaseResult[]> {
  const { subject, cases, close } = await open(name);
  const results: CaseResult[] = [];
  for (const { title, run } of cases) {
    let deadline: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      deadline = setTimeout(() => reject(new Error('the case did not end')), CASE_DEADLINE_MS);
    });
    const failure = await Promise.race([run(subject), late]).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    clearTimeout(deadline);
    closeAll();
    results.push({ title, failure });
  }
  close();
  return results;
}
