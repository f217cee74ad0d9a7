import type { Failure } from '../../core/errors.ts';
import { gathered, SIGNALLING, type Answer } from '../../player/kinds/signalling.ts';
import { type PublishAction, linkOf, type Publishing } from './rules.ts';
import { type Link, readSent, type Reading, LADDER } from './rules-connection.ts';
import { useEffect, useEffectEvent, useRef } from 'react';

/** The page's connection to the broadcast server: executes the room worker's decisions and reports the results. */

const STATS_EVERY_MS = 1_000;

/** Reports its events by `act` until it is closed. */
export class OpenLink {
  readonly #link: Link;
  readonly #act: (action: PublishAction) => void;
  readonly #abort = new AbortController();
  readonly #connection: RTCPeerConnection | null;
  readonly #senders: ReadonlyMap<'audio' | 'video', RTCRtpSender>;
  #level = 0;
  #answer: Answer | undefined;
  #reading: Reading | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isOver = false;

  constructor(link: Link, stream: MediaStream, act: (action: PublishAction) => void) {
    this.#link = link;
    this.#act = act;
    const connection = newConnection();
    this.#connection = connection;
    this.#senders = new Map(
      connection === null ? [] : (['audio', 'video'] as const).map((kind) => [kind, sendBy(connection, stream, kind)]),
    );
    connection?.addEventListener('connectionstatechange', () => this.#onState(connection.connectionState));
    this.#connect().catch((cause: unknown) => this.#lose({ code: 'PUBLISH_UNSUPPORTED', detail: String(cause) }));
  }

  /** Switches to another camera or microphone; the connection stays. */
  use(stream: MediaStream): void {
    for (const [kind, sender] of this.#senders) {
      const track = trackOf(stream, kind) ?? null;
      if (sender.track !== track)
        void sender.replaceTrack(track).then(
          () => this.#limit(),
          () => undefined,
        );
    }
  }

  /** Sets a step of LADDER. */
  setLevel(level: number): void {
    if (level === this.#level) return;
    this.#level = level;
    void this.#limit();
  }

  /** Closes the connection and ends the session at the server. */
  close(): void {
    this.#isOver = true;
    clearInterval(this.#timer);
    this.#abort.abort();
    this.#answer?.leave();
    this.#connection?.close();
  }

  #lose(failure: Failure): void {
    if (this.#isOver) return;
    this.close();
    this.#act({ type: 'link-lost', epoch: this.#link.epoch, failure });
  }

  #onState(state: RTCPeerConnectionState): void {
    const { epoch } = this.#link;
    if (this.#isOver) return;
    if (state === 'connected') this.#act({ type: 'link-open', epoch });
    else if (state === 'disconnected') this.#act({ type: 'link-interrupted', epoch });
    else if (state === 'failed' || state === 'closed') this.#lose({ code: 'PUBLISH_LOST', detail: `the connection ${state}` });
  }

  async #connect(): Promise<void> {
    const connection = this.#connection;
    const { url, providerId } = this.#link;
    const signalling = SIGNALLING.publish[providerId];
    // Reported asynchronously, like all other events of a connection.
    await Promise.resolve();
    if (connection === null || !signalling) {
      this.#lose({
        code: 'PUBLISH_UNSUPPORTED',
        detail: connection === null ? 'no RTCPeerConnection' : `provider ${providerId} is not known`,
      });
      return;
    }
    await connection.setLocalDescription();
    await gathered(connection);
    const exchanged = await signalling.exchange(url, connection.localDescription?.sdp ?? '', this.#abort.signal);
    if (!exchanged.ok) {
      this.#lose(exchanged.error);
      return;
    }
    // If the server's answer arrives after the close, the session is ended at the server too.
    if (this.#isOver) {
      exchanged.value.leave();
      return;
    }
    this.#answer = exchanged.value;
    await connection.setRemoteDescription({ type: 'answer', sdp: this.#answer.sdp });
    await this.#limit();
    if (!this.#isOver) this.#timer = setInterval(() => void this.#look(connection), STATS_EVERY_MS);
  }

  async #look(connection: RTCPeerConnection): Promise<void> {
    const report = await connection.getStats();
    if (this.#isOver) return;
    const entries = [...(report as unknown as Map<string, Readonly<Record<string, unknown>>>).values()];
    this.#reading = readSent(entries, performance.now(), this.#reading);
    this.#act({ type: 'sent', epoch: this.#link.epoch, sent: this.#reading.sent });
  }

  /** If the browser refuses the parameters, the broadcast continues with its defaults. */
  async #limit(): Promise<void> {
    const quality = LADDER[this.#level];
    const picture = this.#senders.get('video');
    if (picture === undefined || quality === undefined) return;
    const parameters = picture.getParameters();
    const { width = 0, height = 0 } = picture.track?.getSettings() ?? {};
    const encoding = {
      maxBitrate: quality.kilobits * 1_000,
      maxFramerate: quality.pictureRate,
      scaleResolutionDownBy: Math.max(1, Math.min(width, height) / quality.lines),
    };
    parameters.encodings = (parameters.encodings.length > 0 ? parameters.encodings : [{}]).map((given) => ({ ...given, ...encoding }));
    await picture.setParameters(parameters).catch(() => undefined);
  }
}

const trackOf = (stream: MediaStream, kind: 'audio' | 'video'): MediaStreamTrack | undefined =>
  (kind === 'audio' ? stream.getAudioTracks() : stream.getVideoTracks())[0];

const sendBy = (connection: RTCPeerConnection, stream: MediaStream, kind: 'audio' | 'video'): RTCRtpSender =>
  connection.addTransceiver(trackOf(stream, kind) ?? kind, { direction: 'sendonly', streams: [stream] }).sender;

/** null if the browser or its settings provide no RTCPeerConnection. */
function newConnection(): RTCPeerConnection | null {
  try {
    return new RTCPeerConnection();
  } catch {
    return null;
  }
}

/** Maintains the connection that the room worker requests: opens it, replaces its source, sets its limits, closes it. */
export function usePublisher(publishing: Publishing, stream: MediaStream | null, act: (action: PublishAction) => void): void {
  const open = useRef<OpenLink | null>(null);
  const link = linkOf(publishing);
  const level = 'uplink' in publishing ? (publishing.uplink?.level ?? 0) : null;
  const begin = useEffectEvent(() => {
    if (link === null || stream === null) return null;
    const opened = new OpenLink(link, stream, act);
    opened.setLevel(level ?? 0);
    return opened;
  });
  // `link` is a new object in each view; only a new epoch means a new connection.
  const epoch = link?.epoch ?? null;
  useEffect(() => {
    if (epoch === null) return undefined;
    const opened = begin();
    open.current = opened;
    return () => {
      open.current = null;
      opened?.close();
    };
  }, [epoch]);
  useEffect(() => {
    if (stream !== null) open.current?.use(stream);
  }, [stream]);
  useEffect(() => {
    if (level !== null) open.current?.setLevel(level);
  }, [level]);
}
