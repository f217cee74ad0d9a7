import { readStreamMessage, type StreamMessageBody } from '../../../player/rules/messages/stream-message-bodies.ts';
import type { StreamMessage } from '../../../player/rules/messages/stream-messages.ts';
import { NO_STREAM_INFO } from '../../../core/room/initial-view.ts';
import type { StreamInfoView } from '../../../core/room/view.ts';
import type { Screen } from '../screen.ts';
import type { StatsClient } from '../clients/stats-client.ts';

/** Characters of a failure's detail; the JSON of a message has up to 4,096. */
const MAX_DETAIL_CHARS = 120;

/** P30: values carried in the stream, for the overlay; songs and gifts are passed to the feature that shows them. */
export function createStreamInfo(screen: Screen, stats: StatsClient) {
  return {
    onMessages(messages: readonly StreamMessage[]) {
      let next = screen.get().streamInfo;
      for (const message of messages) {
        const body = readStreamMessage(message);
        next = withMessage(next, body);
        // P30: a message that cannot be parsed is only logged.
        if (body.type === 'unreadable')
          stats.failure({ code: 'STREAM_MESSAGE_BAD', detail: `code ${message.code}: ${message.json}`.slice(0, MAX_DETAIL_CHARS) });
        stats.emit({ type: 'count', name: `stream-message.${message.code}`, by: 1 });
      }
      screen.patch({ streamInfo: next });
    },
    /** The stream changed or ended: values of the previous one are cleared. */
    clear() {
      if (screen.get().streamInfo !== NO_STREAM_INFO) screen.patch({ streamInfo: NO_STREAM_INFO });
    },
  };
}

export type StreamInfoController = ReturnType<typeof createStreamInfo>;

function withMessage(info: StreamInfoView, body: StreamMessageBody): StreamInfoView {
  const counted = { ...info, dispatched: info.dispatched + 1 };
  switch (body.type) {
    case 'song-info':
    case 'effect-gift':
      return counted;
    case 'delay':
      return { ...counted, delayMs: body.delayMs };
    case 'bitrate':
      return { ...counted, kilobitsPerS: body.kilobitsPerS };
    case 'pitch':
      return { ...counted, pitchHz: body.hertz };
    case 'other':
      return { ...counted, unknown: info.unknown + 1 };
    case 'unreadable':
      return { ...info, unreadable: info.unreadable + 1 };
  }
}
