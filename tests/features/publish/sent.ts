import type { Sent } from '../../../src/features/publish/rules-connection.ts';

/** A sample of a healthy connection. */
export const sentOf = (given: Partial<Sent> = {}): Sent => ({
  bytes: 1,
  heardBytes: Number.NaN,
  kilobits: 2_000,
  width: 1280,
  height: 720,
  pictureRate: 30,
  codec: 'VP8',
  lostShare: 0,
  roundTripMs: 40,
  availableKilobits: 4_000,
  limitedBy: 'none',
  ...given,
});
