/** Only contestants with correct pictures are timed. */
import type { Group } from '../measure/schema.ts';
import type { DecodeContestant } from './contestants.ts';

export interface Entrant {
  readonly name: string;
  readonly open: () => Promise<DecodeContestant>;
}
export type Absent = Group['absent'][number];

export const NATIVE = 'native ffmpeg x1';

/** Opens each contestant and keeps those with correct pictures: those of native ffmpeg, or without it those of the majority. */
export async function verified(
  entrants: readonly Entrant[],
  say: (what: string) => void,
): Promise<{ readonly right: readonly DecodeContestant[]; readonly absent: readonly Absent[]; readonly md5: string }> {
  const opened: { readonly contestant: DecodeContestant; readonly md5: string }[] = [];
  const absent: Absent[] = [];
  for (const { name, open } of entrants) {
    say(`${name}: verifying its pictures`);
    try {
      const contestant = await open();
      opened.push({ contestant, md5: await contestant.md5() });
    } catch (error) {
      absent.push({ contestant: name, why: `failed: ${error instanceof Error ? error.message : String(error)}`.slice(0, 500) });
    }
  }
  const md5 = opened.find(({ contestant }) => contestant.name === NATIVE)?.md5 ?? mostFrequent(opened.map((one) => one.md5));
  const right: DecodeContestant[] = [];
  for (const one of opened) {
    if (one.md5 === md5) right.push(one.contestant);
    else {
      absent.push({ contestant: one.contestant.name, why: `wrong pictures: md5 ${one.md5} for ${md5}` });
      await one.contestant.close?.();
    }
  }
  return { right, absent, md5 };
}

function mostFrequent(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}
