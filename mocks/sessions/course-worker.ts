/**
 * A shared worker with the scripted sessions of the offline room, one for all tabs of the browser, so that two tabs are two viewers of one
 * room.
 */
import { CHANNEL, type ChannelMessage } from '../control.ts';
import { createCourseHost, SYSTEM_CLOCK, type CourseCommand } from './course-host.ts';
import type { CourseAnswer } from './course.ts';
import type { FeatureRequest } from './course-calls.ts';
import { COURSES } from './courses.ts';
import { rowNamed } from '../recordings/push-rows.ts';

/** Requests of a page to the shared worker. */
export type CourseRequest =
  | { readonly kind: 'call'; readonly id: number; readonly call: FeatureRequest }
  | { readonly kind: 'command'; readonly roomId: number; readonly name: string; readonly command: CourseCommand }
  | { readonly kind: 'status'; readonly roomId: number };
export type CourseReply = { readonly kind: 'ready' } | { readonly kind: 'answer'; readonly id: number; readonly answer: CourseAnswer };

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

addEventListener('connect', (event) => {
  const port = (event as MessageEvent).ports[0];
  if (port === undefined) return;
  const reply = (message: CourseReply): void => port.postMessage(message);
  port.addEventListener('message', ({ data }: MessageEvent<CourseRequest>) => {
    if (data.kind === 'call') {
      const { roomId, name, call, viewer } = data.call;
      reply({ kind: 'answer', id: data.id, answer: host.call(roomId, name, call, viewer) });
    } else if (data.kind === 'command') host.command(data.roomId, data.name, data.command);
    else post({ kind: 'course-status', roomId: data.roomId, statuses: host.status(data.roomId) });
  });
  port.start();
  reply({ kind: 'ready' });
});
