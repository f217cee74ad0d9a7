import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connect, Plugin } from 'vite';

/** A middleware, because `server.headers` is missing on 304 responses and a worker without the headers is then refused. */
const sends =
  (headers: Readonly<Record<string, string>>): Connect.NextHandleFunction =>
  (_request, response, next) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    next();
  };

export function headersPlugin(): Plugin {
  return {
    name: 'footlight:headers',
    configureServer(server) {
      // Without the policy, because the development server adds inline scripts to the page.
      const headers = { ...isolationHeaders(), 'Cross-Origin-Resource-Policy': 'same-origin', 'X-Content-Type-Options': 'nosniff' };
      server.middlewares.use(sends(headers));
    },
    configurePreviewServer(server) {
      const html = pagesOf(join(server.config.root, server.config.build.outDir));
      server.middlewares.use(sends(pageHeaders({ html, isInsecure: true })));
    },
  };
}

/**
 * Headers of the room page and of all its scripts and workers. Document-Isolation-Policy gives Chromium shared memory while third-party
 * frames, popups and images keep working; Firefox and WebKit ignore it and decode HEVC natively in most cases. A deployment without
 * third-party frames may send the stricter pair instead (FOOTLIGHT_ISOLATION=coop), which Firefox supports too.
 */
export function isolationHeaders(isolation: Isolation | undefined = settingOf(process.env)): Readonly<Record<string, string>> {
  switch (isolation) {
    case 'none':
      return {};
    case 'coop':
      return { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'credentialless' };
    default:
      return { 'Document-Isolation-Policy': 'isolate-and-credentialless' };
  }
}

export type Isolation = 'none' | 'coop' | 'document';

function settingOf(env: Readonly<Record<string, string | undefined>>): Isolation {
  const setting = env['FOOTLIGHT_ISOLATION'] || 'document';
  if (setting === 'none' || setting === 'coop' || setting === 'document') return setting;
  throw new Error(`FOOTLIGHT_ISOLATION ${setting} is none of none, coop, document`);
}

const YEAR_S = 31_536_000;
export const STRICT_TRANSPORT = `max-age=${YEAR_S}`;

/** A response with a status from 400 on is never stored: during a rollout a missing file may exist a second later. */
export const ERROR_CACHE = 'no-store';

export interface PathRule {
  /** Below the path of the build: folders end with a slash, others are exact, and '' matches every other path. */
  readonly paths: readonly string[];
  /** `file`: the file or 404. `room`: the file or the room page. `nothing`: 404. */
  readonly serves: 'file' | 'room' | 'nothing';
  /** Cache-Control of a response without an error. */
  readonly cache: string;
  /** Replace or extend those of the page. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An embedded page of the room's own origin has no origin in its sandbox: its scripts, styles and fonts come from another one. */
const FRAME_HEADERS = { 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': '*' };

/** The one table of nginx, Caddy, the origin server and the example (by dist/deploy/headers.json). The first rule that matches applies. */
export const PATH_RULES: readonly PathRule[] = [
  // Names contain a hash of the content; all other files are revalidated.
  { paths: ['assets/'], serves: 'file', cache: `public, max-age=${YEAR_S}, immutable` },
  { paths: ['frames/', 'frame-client.js'], serves: 'file', cache: 'no-cache', headers: FRAME_HEADERS },
  { paths: ['deploy/'], serves: 'nothing', cache: ERROR_CACHE },
  { paths: ['favicon.ico', 'robots.txt'], serves: 'file', cache: 'no-cache' },
  { paths: [''], serves: 'room', cache: 'no-cache' },
];

/** `path` begins with a slash. */
export const ruleOf = (path: string): PathRule =>
  PATH_RULES.find(({ paths }) => paths.some((one) => one === '' || (one.endsWith('/') ? path.startsWith(`/${one}`) : path === `/${one}`)))!;

/** The pages of a build, as one text; empty without a build. The offline build has pages of its own for the benchmark and the player. */
export function pagesOf(folder: string): string {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files
    .filter((file) => file.endsWith('.html'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
}

/** Extensions by a deployment; every list contains CSP sources. */
export interface PageHeaderOptions {
  /** The built pages, one after the other: their inline styles and first scripts are allowed by their hashes. */
  readonly html: string;
  /** Origins of loaders of shared streams: `loaderOrigins` of the services setting (src/core/services.ts). */
  readonly loaderOrigins?: readonly string[];
  /** Pages that may frame the room; by default only the page's own origin. */
  readonly frameAncestors?: readonly string[];
  /** Plain http: a development server, or a deployment without a certificate. Streams and services then use http and ws. */
  readonly isInsecure?: boolean;
  /** Overrides the environment. */
  readonly isolation?: Isolation | undefined;
}

/** Headers of the page and of all its files, sent by preview, origin server and the files of a deployment (scripts/build/deploy.ts). */
export function pageHeaders(options: PageHeaderOptions): Readonly<Record<string, string>> {
  const ancestors = options.frameAncestors ?? [];
  return {
    ...isolationHeaders(options.isolation),
    'Content-Security-Policy': contentSecurityPolicy(options),

    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(self), microphone=(self), picture-in-picture=*, geolocation=(), payment=(), usb=()',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    // For browsers without frame-ancestors. Omitted if other origins may frame the page, because this header cannot name them.
    ...(ancestors.length === 0 ? { 'X-Frame-Options': 'SAMEORIGIN' } : {}),
  };
}

/**
 * Scripts are allowed only from the page's own origin: no eval, and no inline script except the first one, by its hash
 * (vite-plugins.ts). Streams, pictures and activity frames come from hosts in answers, so they are limited only by scheme.
 */
export function contentSecurityPolicy({ html, loaderOrigins = [], frameAncestors = [], isInsecure = false }: PageHeaderOptions): string {
  const reports = policyReports(html);
  const schemes = isInsecure ? ['https:', 'http:'] : ['https:'];
  const sockets = isInsecure ? ['wss:', 'ws:'] : ['wss:'];
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    // The decoder compiles WebAssembly.
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...inlineScriptHashes(html), ...loaderOrigins],
    'worker-src': ["'self'"],
    'style-src': ["'self'", ...inlineStyleHashes(html)],
    'connect-src': ["'self'", ...schemes, ...sockets],
    'img-src': ["'self'", 'data:', 'blob:', ...schemes],
    'media-src': ["'self'", 'data:', 'blob:', ...schemes],
    'frame-src': ["'self'", ...schemes],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'", ...frameAncestors],
    // Addresses of workers pass src/design/script-policy.ts.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['default'],
    // Every browser supports it, also Chromium beside `report-to`.
    ...(reports === null ? {} : { 'report-uri': [reports] }),
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** `policyReports` of the services setting in the page: the address that receives violations of the policy; null without one. */
function policyReports(html: string): string | null {
  const [, text = ''] = /<script type="application\/json" id="services">([^]*?)<\/script>/.exec(html) ?? [];
  const address = (/"policyReports"\s*:\s*"([^"\\]*)"/.exec(text) ?? [])[1] ?? '';
  return /^(?:https?:\/\/|\/(?!\/))[\w.:[\]/?=&%~-]+$/.test(address) ? address : null;
}

const hashes = (texts: Iterable<RegExpMatchArray>): readonly string[] =>
  [...texts].map((text) => `'sha256-${createHash('sha256').update(text[1]!).digest('base64')}'`);

export const inlineStyleHashes = (html: string): readonly string[] => hashes(html.matchAll(/<style>([^]*?)<\/style>/g));

/** Hashes of executed inline scripts, without external scripts and data blocks. */
export const inlineScriptHashes = (html: string): readonly string[] =>
  hashes(html.matchAll(/<script(?![^>]*\s(?:src|type)=)[^>]*>([^]*?)<\/script>/g));
