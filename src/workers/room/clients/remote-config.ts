import { isCount } from '../../../core/counts.ts';
import { readFeaturesOff } from '../../../core/feature.ts';
import { EVERYBODY, readWelcomePolicy, type WelcomePolicy } from '../../../core/room/chat/welcome.ts';

/** Lower bound of the configured interval between live info requests. */
const MIN_ASK_MS = 1_000;
/** Bounds of the configured return. */
const CHAT_RETURN_MS = { min: 500, max: 120_000 } as const;

/** The remote config for the room and its features. Empty until it is loaded; the player's part is passed to the player. */
export interface RemoteConfig {
  readonly set: (values: Readonly<Record<string, unknown>>) => void;
  readonly value: (key: string) => unknown;
  /** Names of the features that are switched off. */
  readonly featuresOff: () => ReadonlySet<string>;
  readonly welcomePolicy: () => WelcomePolicy;
  /** First interval of live info requests in milliseconds; null: the rules' default. */
  readonly liveAskMs: () => number | null;
  /** Time in ms over which viewers return after the chat server closed their connections; null: the rules' default. */
  readonly chatReturnMs: () => number | null;
}

export function createRemoteConfig(): RemoteConfig {
  let config: Readonly<Record<string, unknown>> = {};
  let featuresOff: ReadonlySet<string> = new Set();
  let welcomePolicy = EVERYBODY;
  return {
    set(values) {
      config = values;
      featuresOff = readFeaturesOff(values);
      welcomePolicy = readWelcomePolicy((key) => values[key]);
    },
    value: (key) => config[key],
    featuresOff: () => featuresOff,
    welcomePolicy: () => welcomePolicy,
    liveAskMs: () => (isCount(config['liveAskMs']) && config['liveAskMs'] >= MIN_ASK_MS ? config['liveAskMs'] : null),
    chatReturnMs: () => {
      const ms = config['chatReturnMs'];
      return isCount(ms) && ms >= CHAT_RETURN_MS.min && ms <= CHAT_RETURN_MS.max ? ms : null;
    },
  };
}
