import type { CDPSession, Page } from '@playwright/test';

export interface PageMemory {
  /** Bytes of the page's heap after a garbage collection. */
  readonly heap: () => Promise<number>;
  /** Objects of a class that the page still holds after a garbage collection. */
  readonly alive: (name: string) => Promise<number>;
}

export async function readMemory(page: Page): Promise<PageMemory> {
  const session: CDPSession = await page.context().newCDPSession(page);
  return {
    async heap() {
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize;
    },
    async alive(name) {
      const { result } = await session.send('Runtime.evaluate', { expression: `${name}.prototype` });
      const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId!, objectGroup: 'alive' });
      const held = await session.send('Runtime.getProperties', { objectId: objects.objectId!, ownProperties: true });
      await session.send('Runtime.releaseObjectGroup', { objectGroup: 'alive' });
      return Number(held.result.find((property) => property.name === 'length')?.value?.value);
    },
  };
}
