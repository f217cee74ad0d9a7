import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The page's half of the room (src/ui/shell.tsx): imported late, but asked for by index.html, so that it loads beside main.ts. */
const SHELL = /[\\/]src[\\/]ui[\\/]shell\.tsx$/;
export const SHELL_CHUNK = 'page';
/** What the compiler adds for older browsers: the players use it too, and must not wait for the page's file. */
export const COMPILERS_OWN = /@oxc-project[+\\/]runtime/;

/**
 * One file for all that the shell imports, cut otherwise into ten where later chunks share parts of it; index.html preloads it and its
 * style sheets, after what the picture needs; a style sheet in use would keep main.ts waiting.
 */
export function shellPlugin(): { readonly plugin: Plugin; readonly isOfTheShell: (id: string) => boolean } {
  const ids = new Set<string>();
  const plugin: Plugin = {
    name: 'footlight:shell',
    apply: 'build',
    buildEnd() {
      ids.clear();
      const walk = (id: string): void => {
        if (ids.has(id)) return;
        ids.add(id);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) walk(imported);
      };
      for (const id of this.getModuleIds()) if (SHELL.test(id)) walk(id);
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, chunk }) {
        if (chunk?.facadeModuleId?.endsWith('index.html') !== true) return [];
        const shell = Object.values(bundle ?? {}).find((one) => one.type === 'chunk' && one.name === SHELL_CHUNK);
        if (shell?.type !== 'chunk') return [];
        const tag = (attrs: HtmlTagDescriptor['attrs']): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { crossorigin: true, fetchpriority: 'low', ...attrs },
          injectTo: 'head',
        });
        return [
          tag({ rel: 'modulepreload', href: `/${shell.fileName}` }),
          ...[...(shell.viteMetadata?.importedCss ?? [])].map((file) => tag({ rel: 'preload', as: 'style', href: `/${file}` })),
        ];
      },
    },
  };
  return { plugin, isOfTheShell: (id) => ids.has(id) };
}
