/** Options of a player besides its address: decoding on this machine, and the data saver. */
import type { PlayerNumbers } from '../constants.ts';
import type { PlayCommand } from '../contract.ts';
import { savingsOf, type DataSaver } from './data-saver.ts';
import type { RecoveryEffect } from './recovery-state.ts';

export interface PlayFacts {
  readonly saver: DataSaver;
  /** For a player with its own decoder. */
  readonly decoding: Pick<PlayCommand, 'threads' | 'withoutSharedMemory'>;
  readonly numbers: PlayerNumbers;
  readonly sound: { readonly volume: number; readonly muted: boolean };
}

export function playCommand({ attempt, epoch, p2p }: Extract<RecoveryEffect, { type: 'play' }>, facts: PlayFacts): PlayCommand {
  const { saver, decoding, numbers, sound } = facts;
  const { kind, address } = attempt;
  return {
    type: 'play',
    epoch,
    kind,
    url: address.url,
    providerId: address.providerId,
    codec: address.codec,
    p2p,
    ...(kind === 'h265' && { connectMs: numbers.flvConnectMs, ...decoding }),
    savings: savingsOf(saver, kind),
    volume: sound.volume,
    muted: sound.muted,
  };
}
