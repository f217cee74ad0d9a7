import { expect, test } from 'vitest';
import { verifyStream } from '../cli/conformance.ts';
import { CONFIGURATIONS } from '../cli/opened.ts';
import { LEVEL_6_2_LIMITS } from '../glue/decoder.ts';
import { readManifest } from '../streams/folder.ts';
import { bytesOf, fixtureOf, openDecoder } from './package/streams.ts';

/**
 * Streams of x265, and of the generator of random syntax, which have no hash SEI; format range extensions, decoded by another module; damage.
 * `least`: the number of streams. The profiles are those up to the end: Main Intra does not need the other module.
 */
test.each(
  [
    { what: 'the matrix is bit-exact', folders: ['hevc', 'hevc-syntax'], least: 170, profiles: 'main' },
    { what: 'format range extensions is bit-exact', folders: ['hevc-range'], least: 30, profiles: 'range' },
    { what: 'damage gives the expected concealed pictures', folders: ['hevc-damaged'], least: 3, profiles: undefined },
  ].flatMap((row) => CONFIGURATIONS.map(([build, threads]) => ({ ...row, build, threads }))),
)(
  'every stream of $what on $build with $threads threads, with one decoder for all',
  async ({ folders, least, profiles, build, threads }) => {
    const decoder = await openDecoder({ build, threads, limits: LEVEL_6_2_LIMITS, checkHash: folders[0] !== 'hevc-damaged' });
    expect(decoder.threads).toBe(threads);
    const failures: string[] = [];
    let [streams, hashed, withSei] = [0, 0, 0];
    for (const folder of folders)
      for (const row of readManifest(fixtureOf(folder))) {
        const verdict = await verifyStream(decoder, { ...row, name: row.file, bytes: bytesOf(`${folder}/${row.file}`) });
        streams++;
        if (folder === 'hevc') withSei += row.frames;
        if (verdict.name === 'exact') hashed += verdict.hashed;
        else failures.push(`${folder}/${row.file}: ${verdict.name} ${verdict.detail}`);
      }
    expect(failures).toEqual([]);
    expect(streams).toBeGreaterThan(least);
    if (profiles !== undefined) expect(decoder.profiles).toBe(profiles);
    if (folders[0] === 'hevc') expect(hashed).toBe(withSei); // Every picture was also compared with its SEI.
  },
);
