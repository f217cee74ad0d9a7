/** HTTP service of a feature that is no scripted session: answers and pushes for calls. */
export interface FeatureCall {
  readonly method: string;
  /** Path below the prefix. */
  readonly path: string;
  readonly body: unknown;
}

/** Who calls, and where. */
export interface CallPlace {
  /** 0 for a guest. */
  readonly userId: number;
  readonly nickname: string;
  readonly roomId: number;
  readonly starId: number;
  readonly starName: string;
  readonly nowMs: number;
  readonly scenario: string;
}

export interface FeatureAnswer {
  readonly body: unknown;
  /** Messages of wire/registry.ts for everybody in the room. */
  readonly pushes: readonly { readonly id: number; readonly body: object }[];
}

/** Its functions change the state of one login. */
export interface FeatureBackend<State> {
  /** As in recordings: `{secure}/gift/`. */
  readonly prefix: string;
  begin(): State;
  /** null: not a call of this service. */
  answer(state: State, call: FeatureCall, place: CallPlace): FeatureAnswer | null;
  /** The recharge page in another tab has paid. */
  recharge(state: State, coins: number): void;
}
