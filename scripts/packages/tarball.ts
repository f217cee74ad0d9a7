/** Packs a folder with npm, and reports what publint finds in the tarball. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { runNpm } from '../suite/tool.ts';

export interface Tarball {
  readonly file: string;
  /** One line each: messages of publint, and a size above the limit. */
  readonly problems: readonly string[];
}

/** `out` holds one tarball: older ones are removed. Prints name and size. */
export async function packFolder(folder: string, out: string, bytesMax: number): Promise<Tarball> {
  mkdirSync(out, { recursive: true });
  const tarballs = (): readonly string[] => readdirSync(out).filter((file) => file.endsWith('.tgz'));
  for (const old of tarballs()) rmSync(path.join(out, old));
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', out];
  const { status } = runNpm(args, { cwd: folder });
  const [name] = tarballs();
  if (status !== 0 || name === undefined) throw new Error('npm pack failed');
  const file = path.join(out, name);
  const { size } = statSync(file);
  console.log(`${name}: ${(size / 1024).toFixed(1)} KiB`);
  const problems = await lint(file);
  if (size > bytesMax) problems.push(`the tarball is larger than ${bytesMax / 1024} KiB`);
  if (problems.length === 0) console.log('publint: clean');
  for (const problem of problems) console.error(problem);
  return { file, problems };
}

async function lint(file: string): Promise<string[]> {
  const bytes = readFileSync(file);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  return messages.map((message) => `${message.type}: ${formatMessage(message, pkg, { color: false }) ?? message.code}`);
}
