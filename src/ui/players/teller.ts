import type { PlayerFact } from '../../workers/core/player/contract.ts';
import type { PlayerTrouble } from '../../workers/core/player/media-errors.ts';
import type { StreamStatusName } from '../../workers/core/player/names.ts';
import type { PlayerStart } from './kinds.ts';

/** Neither the network's fault nor the codec's unless it says so. */
export type Trouble = Pick<PlayerTrouble, 'failure' | 'detail'> & Partial<PlayerTrouble>;

/** How a player speaks to the room: each status once until another one comes, one failure, and nothing after `dispose`. */
export interface Teller {
  readonly tell: (fact: PlayerFact) => void;
  readonly status: (name: StreamStatusName) => void;
  readonly fail: (trouble: Trouble) => void;
  readonly hasFailed: boolean;
  readonly isDisposed: boolean;
  readonly dispose: () => void;
}

export function createTeller(start: Pick<PlayerStart, 'epoch' | 'tell'>): Teller {
  const { epoch } = start;
  let status: StreamStatusName | null = null;
  let hasFailed = false;
  let isDisposed = false;
  const tell = (fact: PlayerFact): void => {
    if (!isDisposed) start.tell(fact);
  };
  const teller: Teller = {
    tell,
    status(name) {
      if (status === name) return;
      status = name;
      tell({ type: 'status', epoch, name });
    },
    fail({ failure, detail, network = false, codecUnsupported = false }) {
      if (hasFailed) return;
      hasFailed = true;
      tell({ type: 'failed', epoch, failure, detail, network, codecUnsupported });
    },
    get hasFailed() {
      return hasFailed;
    },
    get isDisposed() {
      return isDisposed;
    },
    dispose() {
      isDisposed = true;
    },
  };
  teller.status('created');
  return teller;
}
