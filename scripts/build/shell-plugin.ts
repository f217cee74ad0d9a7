import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The React part of the room (src/ui/shell.tsx): imported lazily, and requested a little earlier. */
const SHELL = /[\\/]src[\\/]ui[\\/]shell\.tsx$/;
export const SHELL_CHUNK = 'page';
/**
 * One file for everything that the shell imports, which would otherwise be split into ten because later chunks share parts; index.html
 * lists it with its style sheets, and src/ui/session.ts requests them after the stream, because loading them earlier would delay the
 * picture.
 */
export function shellPlugin(base: string): {
  readonly plugin: Plugin;
  readonly isOfTheShell: (id: string) => boolean;
} {
  const ids = new Set<string>();
  const plugin: Plugin = {
    name: 'footlight:shell',
    apply: 'build',
    buildEnd() {
      const walk = (id: string): void => {
        if (ids.has(id)) return;
        ids.add(id);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) walk(imported);
      };
      ids.clear();
      for (const id of this.getModuleIds()) if (SHELL.test(id)) walk(id);
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
        const late = (rel: string, as: string, file: string): HtmlTagDescriptor =>
          tag({ 'data-late': rel, fetchpriority: 'low', as, href: `${base}${file}` });
        return [
          late('preload', 'script', shell.fileName),
          ...[...(shell.viteMetadata?.importedCss ?? [])].map((file) => late('preload', 'style', file)),
        ];
      },
    },
  };
  return { plugin, isOfTheShell: (id) => ids.has(id) };
}
