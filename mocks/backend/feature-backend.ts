/** A call to the HTTP service of a feature that has no scripted session. */
export interface FeatureCall {
  readonly method: string;
  /** Path below the prefix. */
  readonly path: string;
  readonly body: unknown;
}

/** The caller of a call, and its room. */
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

/** The HTTP service: answers and pushes for calls. Its functions change the state of one login. */
export interface FeatureBackend<State> {
  /** First part of the paths of its calls, in the form of the recordings: `{secure}/gift/`. */
  readonly prefix: string;
  /** `userId` 0: a guest. */
  begin(userId: number): State;
  /** null: not a call of this service. */
  answer(state: State, call: FeatureCall, place: CallPlace): FeatureAnswer | null;
  /** The recharge page in another tab has paid. */
  recharge(state: State, coins: number): void;
}
