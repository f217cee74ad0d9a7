/**
 * A shared worker with the scripted sessions of the offline room, one for all tabs of the browser, so that two tabs are two viewers of one
 * room.
 */
import { expose } from 'comlink';
import { CHANNEL, type ChannelMessage } from '../control.ts';
import { rowNamed } from '../recordings/push-rows.ts';
import { createCourseHost, SYSTEM_CLOCK, type CourseCommand } from './course-host.ts';
import type { FeatureRequest } from './course-calls.ts';
import { COURSES } from './courses.ts';

const channel = new BroadcastChannel(CHANNEL);
const post = (message: ChannelMessage): void => channel.postMessage(message);

const host = createCourseHost(COURSES, {
  clock: SYSTEM_CLOCK,
  push: ({ name, ...push }) => post({ kind: 'push', message: { ...push, id: rowNamed(name).id } }),
  onStatus: (roomId, statuses) => post({ kind: 'course-status', roomId, statuses }),
});

channel.addEventListener('message', (event: MessageEvent<ChannelMessage>) => {
  if (event.data.kind === 'joined') host.join(event.data.roomId, event.data.connection, event.data.begins);
});

/** The calls of a page. */
const api = {
  isReady: () => true,
  call: ({ roomId, name, call, viewer }: FeatureRequest) => host.call(roomId, name, call, viewer),
  command: (roomId: number, name: string, command: CourseCommand) => host.command(roomId, name, command),
  /** Sends the status of a room's sessions to all tabs. */
  askStatus: (roomId: number) => post({ kind: 'course-status', roomId, statuses: host.status(roomId) }),
};
export type CourseApi = typeof api;

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port !== undefined) expose(api, port);
});
