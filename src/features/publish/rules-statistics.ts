/**
 * Statistics of a publishing connection (W3C webrtc-stats), read once a second. Values that the browser does not measure are NaN, names ''.
 */
export interface Sent {
  /** Video and audio together, since the start of the connection. */
  readonly bytes: number;
  /** Received bytes, mostly RTCP reports, since the start of the connection. */
  readonly heardBytes: number;
  /** Kilobits a second since the previous sample. */
  readonly kilobits: number;
  readonly width: number;
  readonly height: number;
  readonly pictureRate: number;
  readonly codec: string;
  /** 0 to 1, as last reported by the receiver. */
  readonly lostShare: number;
  readonly roundTripMs: number;
  /** The browser's estimate of the uplink. */
  readonly availableKilobits: number;
  readonly limitedBy: 'none' | 'bandwidth' | 'cpu' | 'other' | '';
}

/** One sample, with the values needed to compare the next one with it. */
export interface Reading {
  readonly sent: Sent;
  readonly atMs: number;
}

type Entry = Readonly<Record<string, unknown>>;
const LIMITS = ['none', 'bandwidth', 'cpu', 'other'] as const;

const number = (entry: Entry | undefined, name: string): number => {
  const value = entry?.[name];
  return typeof value === 'number' ? value : Number.NaN;
};

/** `entries` are those of one RTCStatsReport; `atMs` is the time when it was read. */
export function readSent(entries: readonly Entry[], atMs: number, before: Reading | null): Reading {
  const ofType = (type: string): readonly Entry[] => entries.filter((entry) => entry['type'] === type);
  const outbound = ofType('outbound-rtp');
  const video = outbound.find((entry) => entry['kind'] === 'video');
  const remote = ofType('remote-inbound-rtp').find((entry) => entry['kind'] === 'video') ?? ofType('remote-inbound-rtp')[0];
  const transport = ofType('transport')[0];
  const pairs = ofType('candidate-pair');
  // The pair's state is not used: a pair that receives nothing is checked again and still is the selected pair.
  const used = transport && pairs.find((entry) => entry['id'] === transport['selectedCandidatePairId']);
  const pair = used ?? pairs.find((entry) => entry['nominated'] === true);
  const bytes = outbound.reduce((sum, entry) => sum + (number(entry, 'bytesSent') || 0), 0);
  const elapsedMs = before === null ? 0 : atMs - before.atMs;
  const mime = ofType('codec').find((entry) => entry['id'] === video?.['codecId'])?.['mimeType'];
  const tripS = number(pair, 'currentRoundTripTime');
  return {
    atMs,
    sent: {
      bytes,
      heardBytes: number(transport ?? pair, 'bytesReceived'),
      // Bits per millisecond equal kilobits per second.
      kilobits: before !== null && elapsedMs > 0 ? Math.max(0, ((bytes - before.sent.bytes) * 8) / elapsedMs) : Number.NaN,
      width: number(video, 'frameWidth'),
      height: number(video, 'frameHeight'),
      pictureRate: number(video, 'framesPerSecond'),
      codec: typeof mime === 'string' ? mime.replace(/^video\//, '') : '',
      lostShare: number(remote, 'fractionLost'),
      roundTripMs: (Number.isNaN(tripS) ? number(remote, 'roundTripTime') : tripS) * 1_000,
      availableKilobits: number(pair, 'availableOutgoingBitrate') / 1_000,
      limitedBy: LIMITS.find((limit) => limit === video?.['qualityLimitationReason']) ?? '',
    },
  };
}
