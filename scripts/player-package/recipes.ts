/** The recipes of API.md: code blocks that name a file. Each becomes a page of the tarball's `examples/`. */
export interface Recipe {
  /** `low-latency.html` */
  readonly file: string;
  readonly title: string;
  readonly code: string;
}

/** Where the pages of `examples/` find the package if its node_modules is served. */
export const IMPORTS: Readonly<Record<string, string>> = {
  '@footlight/player': '/node_modules/@footlight/player/lib/player.js',
  '@footlight/player/element': '/node_modules/@footlight/player/lib/element.js',
};

const FENCE = /^### (.+)\n(?:(?!^###|^```)[^]*?)^```(?:html|jsx) ([\w-]+\.(?:html|jsx))\n([^]*?)^```$/gm;

export const recipesOf = (api: string): readonly Recipe[] =>
  [...api.matchAll(FENCE)].map(([, title = '', file = '', code = '']) => ({ title, file, code }));

const indent = (text: string): string => text.replace(/^(?=.)/gm, '    ');

/** The file as it is in `examples/`; a JSX module needs no page. */
export function fileOf({ file, title, code }: Recipe): string {
  if (file.endsWith('.jsx')) return code;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
    <script type="importmap">
      ${JSON.stringify({ imports: IMPORTS })}
    </script>
  </head>
  <body>
${indent(code)}  </body>
</html>
`;
}
