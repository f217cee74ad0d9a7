import { NOTHING_INJECTED, type Injected } from '../backend/faults.ts';
import { CHANNEL, type ChannelMessage, type ChatPush } from '../control.ts';

/** State that the page has sent over the channel to the mock's other threads (service worker, socket worker), and a function to answer. */
export interface MockMessage {
  readonly injected: Injected;
  readonly isRecording: boolean;
  /** The recordings are sent in English. */
  readonly isEnglish: boolean;
  post(message: ChannelMessage): void;
}

/** `onPush`: a message that the chat server has to send; used only by the socket worker. */
export function listenToPage(onPush?: (message: ChatPush) => void): MockMessage {
  const channel = new BroadcastChannel(CHANNEL);
  const page = {
    injected: NOTHING_INJECTED,
    isRecording: false,
    isEnglish: false,
    post: (message: ChannelMessage): void => channel.postMessage(message),
  };
  channel.addEventListener('message', ({ data }: MessageEvent<ChannelMessage>) => {
    if (data.kind === 'push') onPush?.(data.message);
    if (data.kind !== 'state') return;
    page.injected = { faults: data.faults, sinceMs: Date.now() };
    page.isRecording = data.isRecording;
    page.isEnglish = data.isEnglish;
  });
  page.post({ kind: 'hello' });
  return page;
}
