import { CHANNEL, type ChannelMessage, type CourseMessage, type PushedMessage } from '../control.ts';
import { NOTHING_INJECTED, type Injected } from '../backend/faults.ts';

/** State that the page has sent over the channel to the mock's other threads (service worker, socket worker), and a function to answer. */
export interface MockMessage {
  readonly injected: Injected;
  readonly isRecording: boolean;
  post(message: ChannelMessage): void;
}

/** Messages that the chat server has to send; used only by the socket worker. */
export interface PushListener {
  onPush(message: PushedMessage): void;
  onCoursePush(message: CourseMessage): void;
}

export function listenToPage(listener?: PushListener): MockMessage {
  const channel = new BroadcastChannel(CHANNEL);
  const page = {
    injected: NOTHING_INJECTED,
    isRecording: false,
    post: (message: ChannelMessage): void => channel.postMessage(message),
  };
  channel.addEventListener('message', (event: MessageEvent<ChannelMessage>) => {
    if (event.data.kind === 'push') listener?.onPush(event.data.message);
    if (event.data.kind === 'course-push') listener?.onCoursePush(event.data);
    if (event.data.kind !== 'state') return;
    page.injected = { faults: event.data.faults, sinceMs: Date.now() };
    page.isRecording = event.data.isRecording;
  });
  page.post({ kind: 'hello' });
  return page;
}
