import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FeatureManifest } from '../../src/core/feature.ts';
import { ROWS } from '../../src/wire/registry.ts';
import { ROOT } from '../suite/tool.ts';

/** Vite's bundles find the manifests by `import.meta.glob` (src/features/index.ts). */
const FEATURES = await Promise.all(
  readdirSync(join(ROOT, 'src/features'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(async ({ name }) => {
      const { manifest } = (await import(`../../src/features/${name}/feature.ts`)) as { readonly manifest: FeatureManifest };
      return manifest;
    }),
);

/** Code outside of features that reads messages by name, with its purpose. */
const READERS: readonly { readonly file: string; readonly does: string; readonly by: RegExp }[] = [
  { file: 'src/core/room/chat/chat-row.ts', does: 'chat', by: /\bcase '([\w-]+)':/g },
  { file: 'src/core/room/chat/chat-feed.ts', does: 'chat', by: /\bmessage\.name === '([\w-]+)'/g },
  { file: 'src/workers/socket/socket.ts', does: 'connection', by: /\bmessage\.name === '([\w-]+)'/g },
  { file: 'src/workers/socket/outbox.ts', does: 'own lines', by: /\bcase '([\w-]+)':/g },
  { file: 'src/workers/room/room.ts', does: 'room', by: /\bmessage\.name === '([\w-]+)'/g },
];

export interface CataloguedMessage {
  readonly id: number;
  readonly name: string;
  readonly messageClass: string;
  readonly family: string;
  readonly schema: string;
  /** Handlers of the message; empty: it is decoded, counted and dropped. */
  readonly handledBy: readonly string[];
}

/** Every row of the registry in the order of its numbers, with the parts of the room that handle it. */
export function messageCatalogue(): readonly CataloguedMessage[] {
  const read = READERS.map(({ file, does, by }) => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    return { does, names: new Set([...source.matchAll(by)].map(([, name]) => name)) };
  });
  return ROWS.map(({ id, name, messageClass, family, schema }) => ({
    id,
    name,
    messageClass,
    family,
    schema,
    handledBy: [
      ...new Set(read.filter(({ names }) => names.has(name)).map(({ does }) => does)),
      ...FEATURES.filter(({ messages }) => messages.includes(name)).map((feature) => `feature ${feature.name}`),
    ],
  })).toSorted((a, b) => a.id - b.id);
}
