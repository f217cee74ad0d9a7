/**
 * A shared worker with the scripted sessions of the offline room, one for all tabs of the browser, so that two tabs are two viewers of one
 * room.
 */
import { pageClock } from '../../src/player/page/clock.ts';
import { expose } from 'comlink';
import { CHANNEL, type ChannelMessage } from '../control.ts';
import { rowNamed } from '../recordings/push-rows.ts';
import { createSessionHost, type SessionCommand } from './session-host.ts';
import type { FeatureRequest } from './session.ts';
import { SESSIONS } from './sessions.ts';

const channel = new BroadcastChannel(CHANNEL);
const post = (message: ChannelMessage): void => channel.postMessage(message);

const host = createSessionHost(SESSIONS, {
  clock: pageClock,
  push: ({ name, ...push }) => post({ kind: 'push', message: { ...push, id: rowNamed(name).id } }),
  onStatus: (roomId, statuses) => post({ kind: 'session-status', roomId, statuses }),
});

channel.addEventListener('message', (event: MessageEvent<ChannelMessage>) => {
  if (event.data.kind === 'joined') host.join(event.data.roomId, event.data.connection, event.data.begins);
});

/** The calls of a page. */
const api = {
  isReady: () => true,
  call: ({ roomId, name, call, viewer }: FeatureRequest) => host.call(roomId, name, call, viewer),
  command: (roomId: number, name: string, command: SessionCommand) => host.command(roomId, name, command),
  /** Sends the status of a room's sessions to all tabs. */
  requestStatus: (roomId: number) => post({ kind: 'session-status', roomId, statuses: host.status(roomId) }),
};
export type SessionApi = typeof api;

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port !== undefined) expose(api, port);
});
