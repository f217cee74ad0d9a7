import { afterEach, expect, test, vi } from 'vitest';
import { contentSecurityPolicy, inlineScriptHashes, inlineStyleHashes, pageHeaders } from '../../scripts/build/headers.ts';
import { packageRoot, printLicenses, readPackage } from '../../scripts/build/licenses-plugin.ts';

afterEach(() => vi.unstubAllEnvs());

const HTML = '<style>\n  html { background: #0b0c11; }\n</style>';

const directive = (policy: string, name: string): string => policy.split('; ').find((each) => each.startsWith(`${name} `)) ?? '';

test('the policy allows no inline script and no eval, and the inline style only by its hash', () => {
  const policy = contentSecurityPolicy({ html: HTML });
  expect(directive(policy, 'script-src')).toBe("script-src 'self' 'wasm-unsafe-eval'");
  expect(policy).not.toContain('unsafe-inline');
  expect(policy).not.toContain("'unsafe-eval'");
  expect(directive(policy, 'style-src')).toBe(`style-src 'self' ${inlineStyleHashes(HTML)[0]}`);
  expect(directive(policy, 'connect-src')).toBe("connect-src 'self' https: wss:");
  for (const name of ['object-src', 'base-uri']) expect(directive(policy, name)).toBe(`${name} 'none'`);
});

test('violations of the policy are reported where the services setting names an address', () => {
  const page = (setting: string): string => `${HTML}<script type="application/json" id="services">${setting}</script>`;
  const reports = (setting: string): string => directive(contentSecurityPolicy({ html: page(setting) }), 'report-uri');
  expect(reports('{ "policyReports": "https://log.example/csp?room=1" }')).toBe('report-uri https://log.example/csp?room=1');
  expect(reports('{ "log": "/svc/log", "policyReports": "/svc/log/csp" }')).toBe('report-uri /svc/log/csp');
  for (const bad of ['', '{}', '{ "policyReports": "https://log.example; script-src *" }', '{ "policyReports": "//evil.example" }'])
    expect(reports(bad)).toBe('');
});

test('the inlined script is allowed by its hash; data and external scripts have none', () => {
  const first = "<script data-files='{}'>ask();</script>";
  const others =
    '<script type="application/json" id="services">{}</script><script type="module" src="/a.js"></script><script src="/b.js"></script>';
  const [hash, ...more] = inlineScriptHashes(`${others}${first}${others}`);
  // openssl dgst -sha256 -binary | base64 of `ask();`
  expect([hash, more]).toEqual(["'sha256-Rpb5Qd/tlklux++FmdfF+WYSbCFHQEuGv8jPBVVjxiA='", []]);
  const policy = contentSecurityPolicy({ html: `${others}${first}` });
  expect(directive(policy, 'script-src')).toBe(`script-src 'self' 'wasm-unsafe-eval' ${hash}`);
  expect(policy).not.toContain('unsafe-inline');
});

test('a deployment configures the origins of its loaders and the pages that may frame the room', () => {
  const headers = pageHeaders({ html: HTML, loaderOrigins: ['https://p2p.example'], frameAncestors: ['https://host.example'] });
  const policy = headers['Content-Security-Policy']!;
  expect(directive(policy, 'script-src')).toContain(' https://p2p.example');
  expect(directive(policy, 'frame-ancestors')).toBe("frame-ancestors 'self' https://host.example");
  expect(headers['X-Frame-Options']).toBeUndefined();
  expect(pageHeaders({ html: HTML })).toMatchObject({ 'X-Frame-Options': 'SAMEORIGIN', 'X-Content-Type-Options': 'nosniff' });
});

test('the isolation of a deployment is one of three, and any other word ends the build', () => {
  const names = (setting: string): readonly string[] => {
    vi.stubEnv('FOOTLIGHT_ISOLATION', setting);
    return Object.keys(pageHeaders({ html: HTML })).filter((name) => /Isolation|Opener|Embedder/.test(name));
  };
  expect(names('')).toEqual(['Document-Isolation-Policy']);
  expect(names('document')).toEqual(['Document-Isolation-Policy']);
  expect(names('coop')).toEqual(['Cross-Origin-Opener-Policy', 'Cross-Origin-Embedder-Policy']);
  expect(names('none')).toEqual([]);
  expect(() => names('COOP')).toThrow('FOOTLIGHT_ISOLATION COOP is none of none, coop, document');
});

test('licences: package of a module, its texts, and the project’s own first', () => {
  expect(packageRoot('/x/node_modules/react-dom/cjs/a.js')).toBe('/x/node_modules/react-dom');
  expect(packageRoot('\0/x/node_modules/@a/b/c.js?commonjs-proxy')).toBe('/x/node_modules/@a/b');
  expect(packageRoot('/x/node_modules/a/node_modules/b/i.js')).toBe('/x/node_modules/a/node_modules/b');
  expect(packageRoot('/x/src/ui/main.tsx')).toBeNull();
  const react = readPackage('node_modules/react');
  expect(react).toMatchObject({ name: 'react', license: 'MIT' });
  const text = printLicenses('MIT License', [react]);
  expect(text.startsWith('Footlight\n\nMIT License')).toBe(true);
  expect(text).toContain(`react ${react.version} (MIT)\n\nMIT License`);
  // Its licence wants changes to be named beside it.
  expect(printLicenses('', [readPackage('node_modules/mpegts.js')])).toMatch(
    /^mpegts\.js [\d.]+ \(Apache-2\.0\)\n\nBuilt from .+ with changes: .+\n\n *Apache/m,
  );
});
