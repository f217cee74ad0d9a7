import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The page's half of the room (src/ui/shell.tsx): imported late, and asked for a little earlier. */
const SHELL = /[\\/]src[\\/]ui[\\/]shell\.tsx$/;
export const SHELL_CHUNK = 'page';
/** What opens the first player ahead of the room worker (src/ui/opening.ts), and the player that most rooms play: asked for by index.html too. */
const OPENING = /[\\/]src[\\/]ui[\\/]opening\.ts$/;
export const OPENING_CHUNK = 'opening';
/** What the players share: cut by itself it would be a file for each, before the picture. */
const OF_PLAYERS =
  /[\\/]src[\\/](?:ui[\\/]players[\\/](?:video-element|reporter)|core[\\/]player[\\/](?:message-queue|shown-time|stream-messages|media-errors))\.ts$/;
const FIRST_PLAYER = /[\\/]src[\\/]ui[\\/]players[\\/]h264\.ts$/;
/**
 * One file for all that the shell imports, cut otherwise into ten where later chunks share parts of it; index.html names it and its
 * style sheets, and src/ui/session.ts asks for them when the stream has been asked for: loaded before, they take the picture's time.
 */
export function shellPlugin(): {
  readonly plugin: Plugin;
  readonly isOfTheShell: (id: string) => boolean;
  readonly isOfTheOpening: (id: string) => boolean;
} {
  const ids = new Set<string>();
  const openingIds = new Set<string>();
  const plugin: Plugin = {
    name: 'footlight:shell',
    apply: 'build',
    buildEnd() {
      const walk = (id: string, found: Set<string>): void => {
        if (found.has(id)) return;
        found.add(id);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) walk(imported, found);
      };
      for (const [root, found] of [
        [SHELL, ids],
        [OPENING, openingIds],
      ] as const) {
        found.clear();
        for (const id of this.getModuleIds()) if (root.test(id)) walk(id, found);
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, chunk }) {
        if (chunk?.facadeModuleId?.endsWith('index.html') !== true) return [];
        const chunks = Object.values(bundle ?? {}).filter((one) => one.type === 'chunk');
        const shell = chunks.find(({ name }) => name === SHELL_CHUNK);
        if (shell === undefined) return [];
        const tag = (attrs: HtmlTagDescriptor['attrs']): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { crossorigin: true, ...attrs },
          injectTo: 'head',
        });
        const known = new Set<string>();
        for (const entry of [chunk.fileName, ...chunk.imports])
          for (const name of [entry, ...(chunks.find((one) => one.fileName === entry)?.imports ?? [])]) known.add(name);
        const walk = (fileName: string): void => {
          if (known.has(fileName)) return;
          known.add(fileName);
          first.push(fileName);
          for (const imported of chunks.find((one) => one.fileName === fileName)?.imports ?? []) walk(imported);
        };
        const first: string[] = [];
        for (const { name, moduleIds, fileName } of chunks)
          if (name === OPENING_CHUNK || moduleIds.some((id) => FIRST_PLAYER.test(id))) walk(fileName);
        // Compiled when it is imported: before, that is the time of the first script.
        const player = chunks.find(({ moduleIds }) => moduleIds.some((id) => FIRST_PLAYER.test(id)))?.fileName;
        const late = (rel: string, as: string, file: string): HtmlTagDescriptor =>
          tag({ 'data-late': rel, fetchpriority: 'low', as, href: `/${file}` });
        return [
          ...first.map((file) =>
            tag(file === player ? { rel: 'preload', as: 'script', href: `/${file}` } : { rel: 'modulepreload', href: `/${file}` }),
          ),
          late('preload', 'script', shell.fileName),
          ...[...(shell.viteMetadata?.importedCss ?? [])].map((file) => late('preload', 'style', file)),
        ];
      },
    },
  };
  return { plugin, isOfTheShell: (id) => ids.has(id), isOfTheOpening: (id) => openingIds.has(id) || OF_PLAYERS.test(id) };
}
