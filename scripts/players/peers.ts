/** The live players that are compared. Each tarball comes from npm into `.cache/players` when the command runs; none is a dependency of the project. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../lib/command-line.ts';
import { ROOT, runNpm } from '../suite/tool.ts';

const CACHE = path.join(ROOT, '.cache/players');

export interface Peer {
  /** Also the name of its adapter in page/adapters.mjs. */
  readonly name: string;
  /** Packages with versions; the first is the player. */
  readonly packages: readonly string[];
  /** Script files of these packages, in the order in which a page loads them. */
  readonly scripts: readonly string[];
  /** Settings that the adapter passes beside the address: those that the player documents for live streams. */
  readonly settings: string;
}

const OURS = '@footlight/player';

export const PEERS: readonly Peer[] = [
  { name: OURS, packages: [], scripts: [], settings: '`muted`' },
  {
    name: 'mpegts.js',
    packages: ['mpegts.js@1.8.2'],
    scripts: ['mpegts.js/dist/mpegts.js'],
    settings: '`isLive`, `liveBufferLatencyChasing`',
  },
  { name: 'flv.js', packages: ['flv.js@1.6.2'], scripts: ['flv.js/dist/flv.min.js'], settings: '`isLive`, `enableStashBuffer: false`' },
  {
    name: 'xgplayer-flv',
    packages: ['xgplayer-flv@3.0.24', 'xgplayer@3.0.26'],
    scripts: ['xgplayer/dist/index.min.js', 'xgplayer-flv/dist/index.min.js'],
    settings: '`isLive`',
  },
  {
    name: 'flv-h265.js',
    packages: ['flv-h265.js@1.7.8'],
    scripts: ['flv-h265.js/dist/flv.min.js'],
    settings: '`isLive`, `enableStashBuffer: false`',
  },
  {
    name: '@libmedia/avplayer',
    packages: ['@libmedia/avplayer@1.3.1'],
    scripts: ['@libmedia/avplayer/dist/umd/avplayer.js'],
    settings: '`isLive`',
  },
];

/** Players of H265 that have no column in the table, each with the reason. */
export const NOT_TRIED: readonly (readonly [name: string, why: string])[] = [
  [
    'h265web.js',
    'npm has 2.2.2, whose tarball has neither its scripts nor its WebAssembly file; its README lists live HTTP-FLV as not supported',
  ],
  ['Jessibuca', 'npm does not have it'],
  ['@easydarwin/easyplayer', 'npm has 5.1.6, whose tarball has a README and no code'],
  ['missile (h265web SDK)', 'npm does not have it'],
  ['@hevcjs/core', 'a decoder without a player: see the table of decoders in [decoder.md](decoder.md)'],
];

const peerFolder = (name: string): string => path.join(CACHE, name);
export const peerFile = (file: string): string => path.join(CACHE, file);

const splitName = (spec: string): readonly [name: string, version: string] => {
  const at = spec.lastIndexOf('@');
  return [spec.slice(0, at), spec.slice(at + 1)];
};

/** Downloads what is missing or has another version. */
export function installPeers(peers: readonly Peer[]): void {
  mkdirSync(CACHE, { recursive: true });
  for (const spec of peers.flatMap(({ packages }) => packages)) {
    const [name, version] = splitName(spec);
    const folder = peerFolder(name);
    if (existsSync(folder) && packageOf(name).version === version) continue;
    rmSync(folder, { recursive: true, force: true });
    const unpacked = path.join(CACHE, '.unpacked');
    rmSync(unpacked, { recursive: true, force: true });
    mkdirSync(unpacked);
    const pack = ['pack', '--silent', '--pack-destination', unpacked, spec];
    if (runNpm(pack, { stdio: 'ignore' }).status !== 0) throw new UsageError(`npm cannot download ${spec}`);
    const [tarball = ''] = readdirSync(unpacked);
    execFileSync('tar', ['xzf', path.join(unpacked, tarball), '-C', unpacked]);
    mkdirSync(path.dirname(folder), { recursive: true });
    renameSync(path.join(unpacked, 'package'), folder);
  }
}

interface PackageJson {
  readonly version: string;
  readonly license?: string;
  readonly types?: string;
  readonly typings?: string;
}

export const packageOf = (name: string): PackageJson =>
  JSON.parse(readFileSync(path.join(peerFolder(name), 'package.json'), 'utf8')) as PackageJson;
