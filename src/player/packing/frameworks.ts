/** Builds a project of each framework with the tarball, as their users do: the pages are rendered where there is no DOM. Needs the npm registry. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TrialReport } from '../../../scripts/packages/project.ts';
import { runNpm } from '../../../scripts/lib/tool.ts';
import { OUT } from './emit.ts';

interface Framework {
  readonly name: string;
  /** Exact versions, the ones of the day on which the row was written. */
  readonly dependencies: Readonly<Record<string, string>>;
  readonly build: string;
  /** Path -> content. */
  readonly files: Readonly<Record<string, string>>;
}

const ELEMENT = '<footlight-player src="/live/a.flv" type="h264" autoplay muted first-fail-wait-ms="8000" />';
const VITE = { vite: '8.3.8' };
const REACT = { react: '19.3.1', 'react-dom': '19.3.1', '@types/react': '19.3.0' };
const TSX = JSON.stringify({
  compilerOptions: {
    strict: true,
    target: 'ES2022',
    jsx: 'preserve',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    lib: ['ES2022', 'DOM'],
    types: [],
    skipLibCheck: true,
    noEmit: true,
  },
});
const page = (script: string): string => `<!doctype html><div id="root"></div><script type="module" src="${script}"></script>\n`;

const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'Next, app router, client component',
    dependencies: { next: '16.4.6', ...REACT, typescript: '5.9.3', '@types/node': '22.20.5' },
    build: 'next build',
    files: {
      'tsconfig.json': TSX,
      'app/layout.tsx': 'export default ({ children }: { children: React.ReactNode }) => <html><body>{children}</body></html>;\n',
      'app/page.tsx': `import { Stage } from './stage';\nexport default function Page() { return <Stage />; }\n`,
      'app/stage.tsx': `'use client';\nimport '@footlight/player/react';\nexport const Stage = () => ${ELEMENT};\n`,
    },
  },
  {
    name: 'Nuxt',
    dependencies: { nuxt: '3.21.11', vue: '3.5.45' },
    build: 'nuxt build',
    files: {
      'nuxt.config.ts': `export default defineNuxtConfig({ telemetry: false, vue: { compilerOptions: { isCustomElement: (tag) => tag === 'footlight-player' } } });\n`,
      'app.vue': `<script setup lang="ts">import '@footlight/player/vue';</script>\n<template>${ELEMENT}</template>\n`,
    },
  },
  {
    name: 'SvelteKit',
    dependencies: { '@sveltejs/kit': '2.70.4', svelte: '5.57.3', '@sveltejs/vite-plugin-svelte': '7.3.1', ...VITE },
    build: 'vite build',
    files: {
      'vite.config.js': `import { sveltekit } from '@sveltejs/kit/vite';\nexport default { plugins: [sveltekit()] };\n`,
      'src/app.html': '<!doctype html><html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>\n',
      'src/routes/+page.svelte': `<script>import '@footlight/player/element';</script>\n${ELEMENT.replace(' />', '></footlight-player>')}\n`,
    },
  },
  {
    name: 'Svelte',
    dependencies: { svelte: '5.57.3', '@sveltejs/vite-plugin-svelte': '7.3.1', ...VITE },
    build: 'vite build',
    files: {
      'vite.config.js': `import { svelte } from '@sveltejs/vite-plugin-svelte';\nexport default { plugins: [svelte()], worker: { format: 'es' } };\n`,
      'index.html': page('/main.js'),
      'main.js': `import { mount } from 'svelte';\nimport App from './App.svelte';\nmount(App, { target: document.getElementById('root') });\n`,
      'App.svelte': `<script>import '@footlight/player/element';</script>\n${ELEMENT.replace(' />', '></footlight-player>')}\n`,
    },
  },
  {
    name: 'Astro',
    dependencies: { astro: '5.18.2' },
    build: 'astro build',
    files: { 'src/pages/index.astro': `${ELEMENT}\n<script>import '@footlight/player/element';</script>\n` },
  },
  {
    name: 'React',
    dependencies: { ...REACT, ...VITE, '@vitejs/plugin-react': '6.3.0', typescript: '5.9.3' },
    build: 'tsc && vite build',
    files: {
      'tsconfig.json': TSX,
      'vite.config.js': `import react from '@vitejs/plugin-react';\nexport default { plugins: [react()], worker: { format: 'es' } };\n`,
      'index.html': page('/main.tsx'),
      'main.tsx': `import { createRoot } from 'react-dom/client';\nimport '@footlight/player/react';\ncreateRoot(document.getElementById('root')!).render(${ELEMENT});\n`,
    },
  },
  {
    name: 'Preact',
    dependencies: { preact: '11.2.0', ...VITE, typescript: '5.9.3' },
    build: 'tsc && vite build',
    files: {
      'tsconfig.json': TSX.replace('"preserve"', '"react-jsx","jsxImportSource":"preact"'),
      'vite.config.js': `export default { oxc: { jsx: { importSource: 'preact' } }, worker: { format: 'es' } };\n`,
      'index.html': page('/main.tsx'),
      'main.tsx': `import { render } from 'preact';\nimport '@footlight/player/preact';\nrender(${ELEMENT}, document.getElementById('root')!);\n`,
    },
  },
  {
    name: 'Vue',
    dependencies: { vue: '3.5.45', ...VITE, '@vitejs/plugin-vue': '6.0.11' },
    build: 'vite build',
    files: {
      'vite.config.js': `import vue from '@vitejs/plugin-vue';\nexport default { plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'footlight-player' } } })], worker: { format: 'es' } };\n`,
      'index.html': page('/main.js'),
      'main.js': `import { createApp } from 'vue';\nimport App from './App.vue';\ncreateApp(App).mount('#root');\n`,
      'App.vue': `<script setup>import '@footlight/player/vue';</script>\n<template>${ELEMENT}</template>\n`,
    },
  },
];

function buildOne(tarball: string, { name, dependencies, build, files }: Framework): readonly string[] {
  const folder = path.join(OUT, 'frameworks', name.replaceAll(/\W+/g, '-').toLowerCase());
  rmSync(folder, { recursive: true, force: true });
  const manifest = { name: 'consumer', private: true, type: 'module', scripts: { build }, dependencies };
  for (const [file, content] of Object.entries({ 'package.json': JSON.stringify(manifest), ...files })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
  for (const args of [
    ['install', tarball, '--no-audit', '--no-fund'],
    ['run', 'build'],
  ]) {
    const { status, stdout, stderr } = runNpm(args, {
      cwd: folder,
      stdio: 'pipe',
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
    });
    if (status !== 0) return [`npm ${args[0]}: ${(stdout + stderr).slice(-1_500)}`];
  }
  return [];
}

export async function buildFrameworks(tarball: string): Promise<number> {
  const report = new TrialReport();
  for (const framework of FRAMEWORKS) await report.run(framework.name, () => buildOne(tarball, framework));
  return report.end();
}
