import { between } from '../../../player/base/answer-fields.ts';
import { readFeaturesOff } from '../../../core/feature.ts';
import { EVERYBODY, readWelcomePolicy } from '../../../core/room/chat/welcome.ts';

/** Lower bound of the configured interval between live info requests. */
const MIN_ASK_MS = 1_000;
/** Bounds of the configured return. */
const CHAT_RETURN_MS = { min: 500, max: 120_000 } as const;

/** The remote config for the room and its features. Empty until it is loaded; the player's part is passed to the player. */
export function createRemoteConfig() {
  let config: Readonly<Record<string, unknown>> = {};
  let featuresOff: ReadonlySet<string> = new Set();
  let welcomePolicy = EVERYBODY;
  return {
    set(values: Readonly<Record<string, unknown>>) {
      config = values;
      featuresOff = readFeaturesOff(values);
      welcomePolicy = readWelcomePolicy((key) => values[key]);
    },
    value: (key: string) => config[key],
    /** Names of the features that are switched off. */
    featuresOff: () => featuresOff,
    welcomePolicy: () => welcomePolicy,
    /** First interval of live info requests in milliseconds; null: the rules' default. */
    liveAskMs: () => between(MIN_ASK_MS, Number.MAX_SAFE_INTEGER)(config['liveAskMs']) ?? null,
    /** Time in ms over which viewers return after the chat server closed their connections; null: the rules' default. */
    chatReturnMs: () => between(CHAT_RETURN_MS.min, CHAT_RETURN_MS.max)(config['chatReturnMs']) ?? null,
  };
}
