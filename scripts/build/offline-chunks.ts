import type { Plugin, Rolldown } from 'vite';

/** Modules that every room loads before its picture moves. */
const START = ['src/ui/main.ts', 'src/ui/room-workers.ts', 'src/player/rules/recovery/stored-visits.ts', 'mocks/page.ts'];
/** Modules that draw the room, with the lazily imported parts of every room. */
const ROOM = [
  'src/ui/shell.tsx',
  'src/ui/chat/Chat.tsx',
  'src/ui/room/BottomPanel.tsx',
  'src/ui/overlays/Notices.tsx',
  'src/ui/overlays/DialogBox.tsx',
  'src/ui/stage/controls/Controls.tsx',
  'src/ui/stage/StageActivity.tsx',
  'src/ui/features/FeatureSlot.tsx',
  'src/ui/features/Dock.tsx',
  'src/ui/features/DockButton.tsx',
  'src/ui/features/FeatureEntries.tsx',
  'mocks/panel/show.tsx',
];
/** Entries other than the room: modules shared with it are in a separate file. */
const OTHERS = ['src/playground/main.tsx', 'src/player-page/main.tsx', 'src/ui/p2p/loader.ts', 'mocks/media/bad-peer.ts'];
const ENTRIES = ['src/ui/main.ts', ...OTHERS];

const isOneOf = (id: string, files: readonly string[]): boolean => files.some((file) => id.replaceAll('\\', '/').endsWith(`/${file}`));

/**
 * Builds the offline room into few files. With chunks by shared imports a start loaded eighty files, and each passes through server,
 * network process, browser and test runner: a quarter of a test's page start (docs/decisions/0010). A production build is split for its
 * first picture instead.
 */
export function offlineChunksPlugin(): { readonly plugin: Plugin; readonly groups: Rolldown.CodeSplittingGroup[] } {
  const [others, start, room] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const plugin: Plugin = {
    name: 'footlight:offline-chunks',
    apply: 'build',
    buildEnd(error) {
      if (error !== undefined) return;
      const walk = (id: string, found: Set<string>): void => {
        if (found.has(id)) return;
        found.add(id);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) walk(imported, found);
      };
      const ids = [...this.getModuleIds()];
      for (const [files, found] of [
        [OTHERS, others],
        [START, start],
        [ROOM, room],
      ] as const) {
        found.clear();
        for (const file of files) {
          const id = ids.find((one) => isOneOf(one, [file]));
          if (id === undefined) throw new Error(`${file} is not in the offline room: scripts/build/offline-chunks.ts names it`);
          walk(id, found);
        }
      }
    },
  };
  const isEntry = (id: string): boolean => isOneOf(id, ENTRIES);
  return {
    plugin,
    groups: [
      { name: 'shared', test: (id) => !isEntry(id) && others.has(id) && (start.has(id) || room.has(id)), priority: 3 },
      { name: 'start', test: (id) => !isEntry(id) && start.has(id), priority: 2 },
      { name: 'room', test: (id) => !isEntry(id) && room.has(id), priority: 1 },
    ],
  };
}
