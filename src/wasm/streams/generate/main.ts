/**
 * Makes src/wasm/fixtures/hevc-syntax: the rows of rows.ts, and a manifest with the MD5 of their planes by native ffmpeg (5.1 was used). A test
 * without ffmpeg checks that the committed streams match their rows.
 */
import { runFixtures, type Made, type ManifestRow } from '../folder.ts';
import { generated } from './reference.ts';
import { SYNTAX_ROWS } from './rows.ts';

/** Maximum size of all streams together, because every clone downloads them. */
const TOTAL_BYTES_MAX = 1_000_000;

await runFixtures({
  folder: 'hevc-syntax',
  about: ', all rows or those named (needs ffmpeg)',
  names: SYNTAX_ROWS.map(({ name }) => name),
  make(wanted, present) {
    const made = SYNTAX_ROWS.flatMap(({ name, seed, force }): readonly (Made | readonly [ManifestRow])[] => {
      const known = present.get(`${name}.265`);
      if (wanted.size > 0 && !wanted.has(name)) return known ? [[known]] : [];
      return [generated(name, seed, force)];
    });
    const total = made.reduce((sum, [{ bytes }]) => sum + bytes, 0);
    if (total > TOTAL_BYTES_MAX) throw new Error(`the limit is ${TOTAL_BYTES_MAX} bytes`);
    return made;
  },
});
