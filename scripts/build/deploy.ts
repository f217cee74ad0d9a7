import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import {
  ERROR_CACHE,
  isolationHeaders,
  type PageHeaderOptions,
  pageHeaders,
  pagesOf,
  PATH_RULES,
  type PathRule,
  STRICT_TRANSPORT,
} from './headers.ts';

const COMPRESSED = new Set(['.js', '.mjs', '.css', '.wasm', '.svg', '.json', '.txt']);
/** Smaller files fit into the first packets uncompressed. */
const MIN_BYTES = 1_024;

const listOf = (text: string | undefined): readonly string[] => (text ?? '').split(/[\s,]+/).filter(Boolean);

/**
 * Writes beside the page: files for servers (docs/deploy.md), and each file compressed with brotli and gzip at their highest levels, which
 * are too slow for compression per request. index.html is omitted, because a deployment writes its services into it.
 */
export function deployPlugin(base: string): Plugin {
  let folder = '';
  return {
    name: 'footlight:deploy',
    apply: 'build',
    configResolved(config) {
      // The benchmarks use an absolute output folder.
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      handler(error) {
        // The hook also runs after a failed build, whose own error would be hidden by a missing file.
        if (error !== undefined || !existsSync(join(folder, 'index.html'))) return;
        const html = pagesOf(folder);
        const loaderOrigins = listOf(process.env['FOOTLIGHT_LOADER_ORIGINS']);
        const frameAncestors = listOf(process.env['FOOTLIGHT_FRAME_ANCESTORS']);
        for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
          const path = join(file.parentPath, file.name);
          if (!file.isFile() || !COMPRESSED.has(extname(path))) continue;
          const bytes = readFileSync(path);
          if (bytes.length < MIN_BYTES) continue;
          const size = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
          writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: size }));
          writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        }
        mkdirSync(join(folder, 'deploy'), { recursive: true });
        for (const [name, text] of Object.entries(deployFiles({ html, loaderOrigins, frameAncestors }, base)))
          writeFileSync(join(folder, 'deploy', name), text);
      },
    },
  };
}

type Headers = Readonly<Record<string, string>>;

function headersOf(options: PageHeaderOptions): Headers {
  return { ...pageHeaders(options), 'Strict-Transport-Security': STRICT_TRANSPORT };
}

const COOP = isolationHeaders('coop');

/** Root of both servers. A build for a sub-path is in a folder of that name below it. */
const ROOT_FOLDER = '/srv/footlight';
const NGINX_HEADERS = 'footlight-headers.conf';

const nginxHeader = ([name, value]: readonly [string, string]): string => `add_header ${name} "${value}" always;`;

/** Included by each location, because nginx inherits no header where a location defines its own. */
function nginxHeaders(options: PageHeaderOptions): string {
  return [
    ...Object.entries(headersOf(options)).map(nginxHeader),
    '',
    '# Instead of Document-Isolation-Policy where the page embeds no third-party frame: Firefox gets shared memory by these too.',
    ...Object.entries(COOP).map((header) => `# ${nginxHeader(header)}`),
    '',
  ].join('\n');
}

const CACHES = [...new Set(PATH_RULES.filter(({ serves }) => serves !== 'nothing').map(({ cache }) => cache))];
const NGINX_MAPS = CACHES.map(
  (cache, index) => `map $status $footlight_cache_${index + 1} {\n  ~^[45] "${ERROR_CACHE}";\n  default "${cache}";\n}`,
).join('\n');

/** nginx adds a header that is included already a second time: a location with headers of its own lists all. */
const nginxLocation = (options: PageHeaderOptions, base: string, { serves, cache, headers }: PathRule, path: string): string =>
  [
    `  location ${path === '' || path.endsWith('/') ? '' : '= '}${base}${path} {`,
    ...(serves === 'nothing'
      ? [`    add_header Cache-Control "${cache}" always;`, '    return 404;']
      : [
          ...(headers === undefined
            ? [`    include ${NGINX_HEADERS};`]
            : Object.entries({ ...headersOf(options), ...headers }).map((header) => `    ${nginxHeader(header)}`)),
          `    add_header Cache-Control $footlight_cache_${CACHES.indexOf(cache) + 1} always;`,
          `    try_files $uri ${serves === 'room' ? `${base}index.html` : '=404'};`,
        ]),
    '  }',
  ].join('\n');

const nginxConf = (
  options: PageHeaderOptions,
  base: string,
): string => `# nginx 1.22 or newer. Copy the build to ${ROOT_FOLDER}${base}, this file to /etc/nginx/conf.d/ and ${NGINX_HEADERS} to /etc/nginx/.
# Responses with an error are never stored, so that a file that is missing during a rollout is requested again.
${NGINX_MAPS}

server {
  listen 80;
  server_name room.example;
  return 301 https://$host$request_uri;
}

server {
  listen 443 ssl http2;
  # From nginx 1.25.1 on \`listen 443 ssl;\` and \`http2 on;\` instead, which older ones refuse.
  server_name room.example;
  ssl_certificate /etc/ssl/room.example.pem;
  ssl_certificate_key /etc/ssl/room.example.key;

  root ${ROOT_FOLDER};
  include mime.types;
  charset utf-8;
  # The build holds .gz beside each file; .br needs the module ngx_brotli (Debian: libnginx-mod-http-brotli-static) and \`brotli_static on;\`.
  gzip_static on;
  gzip_vary on;

${PATH_RULES.flatMap((rule) => rule.paths.map((path) => nginxLocation(options, base, rule, path))).join('\n\n')}

  # Services of the page's own origin; without them leave this out and name their hosts in index.html.
  location /svc/ {
    proxy_pass http://127.0.0.1:8100;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_buffering off;
  }

  # The chat of the page's own origin: a WebSocket, whose heartbeats come every 10 s.
  location = /chat {
    proxy_pass http://127.0.0.1:8100;
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection upgrade;
    proxy_read_timeout 60s;
  }
}
`;

function caddyfile(options: PageHeaderOptions, base: string): string {
  const lines = (headers: Headers, before: string): string =>
    Object.entries(headers)
      .map(([name, value]) => `${before}${name} "${value}"`)
      .join('\n');
  const handler = ({ serves, cache, headers = {} }: PathRule, path: string): string =>
    [
      `  handle ${base}${path === '' || path.endsWith('/') ? `${path}*` : path} {`,
      ...(serves === 'nothing'
        ? ['    error 404']
        : [
            '    import footlight',
            ...Object.entries(headers).map(([name, value]) => `    header ${name} "${value}"`),
            `    header Cache-Control "${cache}"`,
            // Deferred, because Caddy adds the same to compressed responses only.
            '    header {\n      Vary Accept-Encoding\n      defer\n    }',
            ...(serves === 'room' ? [`    try_files {path} ${base}index.html`] : []),
            '    file_server {\n      precompressed br gzip\n    }',
          ]),
      '  }',
    ].join('\n');
  return `# Caddy 2.6 or newer: it gets a certificate by itself. Copy the build to ${ROOT_FOLDER}${base}.
(footlight) {
  header {
${lines(headersOf(options), '    ')}
    # Instead of Document-Isolation-Policy where the page embeds no third-party frame: Firefox gets shared memory by these too.
${lines(COOP, '    # ')}
  }
}

room.example {
  root * ${ROOT_FOLDER}

${PATH_RULES.flatMap((rule) => rule.paths.map((path) => handler(rule, path))).join('\n\n')}

  # Services of the page's own origin; without them leave this out and name their hosts in index.html.
  handle /svc/* {
    reverse_proxy 127.0.0.1:8100 {
      flush_interval -1
    }
  }

  # The chat of the page's own origin: a WebSocket.
  handle /chat {
    reverse_proxy 127.0.0.1:8100
  }

  # Responses with an error are never stored, so that a file that is missing during a rollout is requested again.
  handle_errors {
    header Cache-Control "${ERROR_CACHE}"
    respond {err.status_code}
  }
}
`;
}

/** Files that the build writes beside the page, by name. */
export const deployFiles = (options: PageHeaderOptions, base = '/'): Readonly<Record<string, string>> => ({
  'nginx.conf': nginxConf(options, base),
  [NGINX_HEADERS]: nginxHeaders(options),
  Caddyfile: caddyfile(options, base),
  // For servers that are programs; the example reads it.
  'headers.json': JSON.stringify({ headers: headersOf(options), rules: PATH_RULES, errorCache: ERROR_CACHE }),
});
