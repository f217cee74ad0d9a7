import { pageHeaders, type PageHeaderOptions } from './headers.ts';
import { isolationHeaders } from './isolation.ts';

const YEAR_S = 31_536_000;
/** Names under /assets/ contain a content hash; all other files are revalidated. */
const CACHE = { assets: `public, max-age=${YEAR_S}, immutable`, page: 'no-cache' } as const;
const STRICT_TRANSPORT = `max-age=${YEAR_S}`;

type Headers = Readonly<Record<string, string>>;

function headersOf(options: PageHeaderOptions): Headers {
  return { ...pageHeaders(options), 'Strict-Transport-Security': STRICT_TRANSPORT };
}

const COOP = isolationHeaders('coop');

/** Root of both servers. A build for a sub-path is in a folder of that name below it. */
const ROOT_FOLDER = '/srv/footlight';
const NGINX_HEADERS = 'footlight-headers.conf';

/** Included by each location, because nginx inherits no header where a location defines its own. */
function nginxHeaders(options: PageHeaderOptions): string {
  const line = ([name, value]: readonly [string, string]): string => `add_header ${name} "${value}" always;`;
  return [
    ...Object.entries(headersOf(options)).map(line),
    '',
    '# Instead of Document-Isolation-Policy where the page embeds no third-party frame: Firefox gets shared memory by these too.',
    ...Object.entries(COOP).map((header) => `# ${line(header)}`),
    '',
  ].join('\n');
}

const nginxConf = (
  base: string,
): string => `# nginx 1.22 or newer. Copy the build to ${ROOT_FOLDER}${base}, this file to /etc/nginx/conf.d/ and ${NGINX_HEADERS} to /etc/nginx/.
server {
  listen 80;
  server_name room.example;
  return 301 https://$host$request_uri;
}

server {
  listen 443 ssl http2;
  server_name room.example;
  ssl_certificate /etc/ssl/room.example.pem;
  ssl_certificate_key /etc/ssl/room.example.key;

  root ${ROOT_FOLDER};
  include mime.types;
  types { application/wasm wasm; }
  charset utf-8;
  # The build holds .gz beside each file; .br needs the module ngx_brotli (Debian: libnginx-mod-http-brotli-static) and \`brotli_static on;\`.
  gzip_static on;

  location ${base}assets/ {
    include ${NGINX_HEADERS};
    add_header Cache-Control "${CACHE.assets}" always;
    try_files $uri =404;
  }

  # These files.
  location ${base}deploy/ {
    return 404;
  }

  # Services of the page's own origin; without them leave this out and name their hosts in index.html.
  location /svc/ {
    proxy_pass http://127.0.0.1:8100;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_buffering off;
  }

  # The chat of the page's own origin: a WebSocket, whose heartbeats come every 10 s.
  location /chat {
    proxy_pass http://127.0.0.1:8100;
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection upgrade;
    proxy_read_timeout 60s;
  }

  # Every other path is a room: the page reads it.
  location ${base} {
    include ${NGINX_HEADERS};
    add_header Cache-Control "${CACHE.page}" always;
    try_files $uri ${base}index.html;
  }
}
`;

function caddyfile(options: PageHeaderOptions, base: string): string {
  const line = ([name, value]: readonly [string, string]): string => `${name} "${value}"`;
  return `# Caddy 2.6 or newer: it gets a certificate by itself. Copy the build to ${ROOT_FOLDER}${base}.
room.example {
  root * ${ROOT_FOLDER}

  header {
${Object.entries(headersOf(options))
  .map((header) => `    ${line(header)}`)
  .join('\n')}
    # Instead of Document-Isolation-Policy where the page embeds no third-party frame: Firefox gets shared memory by these too.
${Object.entries(COOP)
  .map((header) => `    # ${line(header)}`)
  .join('\n')}
  }

  # These files.
  handle ${base}deploy/* {
    respond 404
  }

  # Services of the page's own origin; without them leave this out and name their hosts in index.html.
  handle /svc/* {
    reverse_proxy 127.0.0.1:8100 {
      flush_interval -1
    }
  }

  # The chat of the page's own origin: a WebSocket.
  handle /chat* {
    reverse_proxy 127.0.0.1:8100
  }

  handle ${base}assets/* {
    header Cache-Control "${CACHE.assets}"
    file_server {
      precompressed br gzip
    }
  }

  # Every other path is a room: the page reads it.
  handle ${base}* {
    header Cache-Control "${CACHE.page}"
    try_files {path} ${base}index.html
    file_server {
      precompressed br gzip
    }
  }
}
`;
}

/** Files that the build writes beside the page, by name. */
export const deployFiles = (options: PageHeaderOptions, base = '/'): Readonly<Record<string, string>> => ({
  'nginx.conf': nginxConf(base),
  [NGINX_HEADERS]: nginxHeaders(options),
  Caddyfile: caddyfile(options, base),
});
