/** Runs the cases of one subject in a worker and posts their results. */
import { runCases, type SubjectName } from './run.ts';

addEventListener('message', ({ data }: MessageEvent<SubjectName>) => {
  void runCases(data).then(
    (results) => postMessage(results),
    (error: unknown) => postMessage([{ title: 'opened', failure: String(error) }]),
  );
});
