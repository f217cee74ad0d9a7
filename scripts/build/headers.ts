import { createHash } from 'node:crypto';
import { isolationHeaders, type Isolation } from './isolation.ts';

/** Extensions by a deployment; every list contains CSP sources. */
export interface PageHeaderOptions {
  /** The built index.html: its inline style and its first script are allowed by their hashes. */
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
 * (first-script-plugin.ts). Streams, pictures and activity frames come from hosts in answers, so they are limited only by scheme.
 */
export function contentSecurityPolicy({ html, loaderOrigins = [], frameAncestors = [], isInsecure = false }: PageHeaderOptions): string {
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
    // Addresses of workers pass src/core/script-policy.ts.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['default'],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

const hashes = (texts: Iterable<RegExpMatchArray>): readonly string[] =>
  [...texts].map((text) => `'sha256-${createHash('sha256').update(text[1]!).digest('base64')}'`);

export const inlineStyleHashes = (html: string): readonly string[] => hashes(html.matchAll(/<style>([^]*?)<\/style>/g));

/** Hashes of executed inline scripts, without external scripts and data blocks. */
export const inlineScriptHashes = (html: string): readonly string[] =>
  hashes(html.matchAll(/<script(?![^>]*\s(?:src|type)=)[^>]*>([^]*?)<\/script>/g));
