/** What a player is told when it is started, beyond what was decided: how it may decode here, and what the viewer does without. */
import type { PlayerNumbers } from '../../core/player/constants.ts';
import type { PlayerCommand } from '../../core/player/contract.ts';
import { savingsOf } from '../../core/player/data-saver.ts';
import type { RecoveryEffect } from '../../core/player/recovery-state.ts';
import type { Capabilities } from './api.ts';
import type { PlayerMemory } from './player-memory.ts';

export interface PlayFacts {
  readonly memory: PlayerMemory;
  readonly numbers: PlayerNumbers;
  readonly cores: number;
  readonly capabilities: Pick<Capabilities, 'sharedMemory'>;
  readonly sound: { readonly volume: number; readonly muted: boolean };
}

export function playCommand({ attempt, epoch, p2p }: Extract<RecoveryEffect, { do: 'play' }>, facts: PlayFacts): PlayerCommand {
  const { memory, numbers, cores, capabilities, sound } = facts;
  const { kind, address } = attempt;
  return {
    do: 'play',
    epoch,
    kind,
    url: address.url,
    providerId: address.providerId,
    codec: address.codec,
    p2p,
    ...(kind === 'h265' && { connectMs: numbers.flvConnectMs, ...memory.decoding(cores, capabilities.sharedMemory, numbers) }),
    savings: savingsOf(memory.history().saver, kind),
    volume: sound.volume,
    muted: sound.muted,
  };
}
