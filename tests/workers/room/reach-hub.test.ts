import { expect, test } from 'vitest';
import { ReachHub } from '../../../src/workers/room/clients/reach-hub.ts';

function open() {
  const hub = new ReachHub();
  const heard: string[] = [];
  for (const part of ['chat', 'services', 'picture', 'reports'] as const) hub.listen(part, (reach) => heard.push(`${part} ${reach}`));
  return { hub, heard: () => heard.splice(0) };
}

test('S2 services that answer while the hosts of picture and chat are dead end the waits of these once, not with each answer', () => {
  const { hub, heard } = open();
  const failAll = (): void => {
    hub.observe('picture', false);
    hub.observe('chat', false);
    heard();
  };
  failAll();
  hub.observe('services', true);
  expect(heard()).toEqual(['reports up', 'chat up', 'picture up']);
  failAll();
  hub.observe('services', true);
  expect(heard()).toEqual(['reports up']);
  hub.observe('picture', true);
  expect(heard()).toEqual(['reports up', 'chat up', 'services up']);
  // Another outage, in which the services fail as well.
  failAll();
  hub.observe('services', false);
  heard();
  hub.observe('services', true);
  expect(heard()).toEqual(['reports up', 'chat up', 'picture up']);
});
