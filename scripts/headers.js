import { createHash } from 'node:crypto';
import { isolationHeaders } from './isolation.ts';
/** Headers of the page and of every file behind it: preview, the origin server and the files of a deployment (scripts/deploy.ts) send these. */
export function pageHeaders(options) {
    const ancestors = options.frameAncestors ?? [];
    return {
        ...isolationHeaders(options.isolation),
        'Content-Security-Policy': contentSecurityPolicy(options),
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Permissions-Policy': 'camera=(self), microphone=(self), picture-in-picture=*, geolocation=(), payment=(), usb=()',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        'X-Content-Type-Options': 'nosniff',
        // For browsers before frame-ancestors; it cannot name other origins.
        ...(ancestors.length === 0 ? { 'X-Frame-Options': 'SAMEORIGIN' } : {}),
    };
}
/**
 * Scripts come from the page's own origin alone: no eval, and no inline script but the page's first one, by its hash (first-script-plugin.ts). Streams, pictures and activity frames come from hosts that
 * answers name, so they are bounded by scheme only.
 */
export function contentSecurityPolicy({ html, loaderOrigins = [], frameAncestors = [], isInsecure = false }) {
    const schemes = isInsecure ? ['https:', 'http:'] : ['https:'];
    const sockets = isInsecure ? ['wss:', 'ws:'] : ['wss:'];
    const directives = {
        'default-src': ["'self'"],
        // The decoder compiles WebAssembly.
        'script-src': ["'self'", "'wasm-unsafe-eval'", ...inlineScriptHashes(html), ...loaderOrigins],
        // mpegts.js starts its engine from a blob.
        'worker-src': ["'self'", 'blob:'],
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
const hashes = (texts) => [...texts].map((text) => `'sha256-${createHash('sha256').update(text[1]).digest('base64')}'`);
export const inlineStyleHashes = (html) => hashes(html.matchAll(/<style>([^]*?)<\/style>/g));
/** Of what runs: neither a script of another file nor data. */
export const inlineScriptHashes = (html) => hashes(html.matchAll(/<script(?![^>]*\s(?:src|type)=)[^>]*>([^]*?)<\/script>/g));
