import { CHANNEL, type ChannelMessage, type PushedMessage } from './control.ts';
import { NOTHING_INJECTED, type Injected } from './faults.ts';

/** What the page has told the mock's other threads (service worker, socket worker) by the channel, and their way to answer. */
export interface Told {
  readonly injected: Injected;
  readonly isRecording: boolean;
  post(message: ChannelMessage): void;
}

/** `onPush` hears what the chat server is to say; only the socket worker has one. */
export function listenToPage(onPush: (message: PushedMessage) => void = () => undefined): Told {
  const channel = new BroadcastChannel(CHANNEL);
  const told = {
    injected: NOTHING_INJECTED,
    isRecording: false,
    post: (message: ChannelMessage): void => channel.postMessage(message),
  };
  channel.addEventListener('message', (event: MessageEvent<ChannelMessage>) => {
    if (event.data.kind === 'push') onPush(event.data.message);
    if (event.data.kind !== 'state') return;
    told.injected = { faults: event.data.faults, sinceMs: Date.now() };
    told.isRecording = event.data.isRecording;
  });
  told.post({ kind: 'hello' });
  return told;
}
