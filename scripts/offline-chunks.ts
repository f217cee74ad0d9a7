import type { Plugin, Rolldown } from 'vite';

/** What every page of the offline room loads before its picture moves. */
const START = /[\\/](?:src[\\/]ui[\\/](?:main|opening|room-workers)|src[\\/]core[\\/]player[\\/]stored-visits|mocks[\\/]page)\.tsx?$/;
/** What draws the room, with the parts that it imports late. */
const ROOM =
  /[\\/]src[\\/]ui[\\/](?:shell|supervisor|beacons|chat[\\/]Chat|room[\\/]BottomPanel|overlays[\\/](?:Notices|DialogBox)|stage[\\/](?:Controls|StageActivity)|features[\\/](?:FeatureSlot|Dock|DockButton|FeatureEntries))\.tsx?$|[\\/]mocks[\\/]panel[\\/]show\.tsx$/;
/** Entries that are no room: what they share with it is a file of its own. */
const OTHER_ENTRIES = /[\\/](?:playground[\\/]main\.tsx?|src[\\/]ui[\\/]p2p[\\/]loader\.ts|mocks[\\/]bad-peer\.ts)$/;
const ENTRY = /[\\/]src[\\/]ui[\\/]main\.ts$/;

/**
 * The offline room in few files: cut by what shares what it was eighty for each start, and each costs its way through the service worker,
 * the network process and the browser: a quarter of what the tests pay for a page.
 */
export function offlineChunksPlugin(): { readonly plugin: Plugin; readonly groups: Rolldown.CodeSplittingGroup[] } {
  const [others, start, room] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const plugin: Plugin = {
    name: 'footlight:offline-chunks',
    apply: 'build',
    buildEnd() {
      const walk = (id: string, found: Set<string>): void => {
        if (found.has(id)) return;
        found.add(id);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) walk(imported, found);
      };
      for (const [root, found] of [
        [OTHER_ENTRIES, others],
        [START, start],
        [ROOM, room],
      ] as const) {
        found.clear();
        for (const id of this.getModuleIds()) if (root.test(id)) walk(id, found);
      }
    },
  };
  const isEntry = (id: string): boolean => ENTRY.test(id) || OTHER_ENTRIES.test(id);
  return {
    plugin,
    groups: [
      { name: 'shared', test: (id) => !isEntry(id) && others.has(id) && (start.has(id) || room.has(id)), priority: 3 },
      { name: 'start', test: (id) => !isEntry(id) && start.has(id), priority: 2 },
      { name: 'room', test: (id) => !isEntry(id) && room.has(id), priority: 1 },
    ],
  };
}
