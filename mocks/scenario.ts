import type { STORED_KEYS } from '../src/core/room/start/stored.ts';
import type { FeatureBackend } from './backend/feature-backend.ts';
import type { Fault } from './backend/faults.ts';
import type { ScenarioLink } from '../src/ui/offline-room.ts';
import type { StreamCue } from './recordings/stream-messages.ts';
import type { Session } from './sessions/session-host.ts';

/** Behaviour of the chat server in addition to its recording. */
export interface ChatBehaviour {
  readonly login: 'accepted' | 'refused' | 'unanswered';
  readonly heartbeat: 'answered' | 'unanswered';
  /** The viewer's own lines are echoed, as in a real room. */
  readonly echo: boolean;
  /** Lines are refused: `too-fast` within 3 s of the previous one, `muted` always, `verify` until a question is answered. */
  readonly refuses?: 'too-fast' | 'muted' | 'verify';
  /** Speed factor of the recording. */
  readonly pace?: number;
}

/** Conditions of the page before the room starts. */
export type PageCondition =
  | 'no-shared-memory'
  | 'no-autoplay'
  | 'no-media-source'
  | 'no-frame-callback'
  | 'no-picture-in-picture'
  | 'safari'
  | 'chrome-79'
  | 'claims-hevc'
  | 'negative-position'
  | 'negative-sound'
  | 'sound-apart'
  | 'no-offscreen-canvas'
  | 'no-audio-decoder';

export interface Scenario {
  /** Purpose in one line: English is printed by `npm start`, both are shown in the panel. */
  readonly about: ScenarioLink['about'];
  readonly path: string;
  /** Names in fixtures/recordings/http.json; the first matching one answers. `rooms` is last in every scenario. */
  readonly http: readonly string[];
  /** Name of a scripted session, whose recording is played, or of fixtures/recordings/{name}.bin. */
  readonly chat: string;
  readonly behaviour: ChatBehaviour;
  /** Scripted sessions (sessions/sessions.ts) that start when the first viewer enters the room. */
  readonly sessions: readonly string[];
  readonly faults: readonly Fault[];
  readonly page: readonly PageCondition[];
  /** Inserted into every stream of the scenario, in each round. */
  readonly messages: readonly StreamCue[];
  /** Requests and streams use the network and are only recorded. */
  readonly isPassThrough: boolean;
  /** Cookies set before the room starts. */
  readonly cookies: Readonly<Record<string, string>>;
  /** Protocol by which a star sends (src/player/kinds/signalling.ts). */
  readonly provider: 5 | 16;
  /** Local storage as left by an earlier visit; expires after a minute, so that the next scenario starts without it. */
  readonly stored: Readonly<Partial<Record<keyof typeof STORED_KEYS, string | number | boolean>>>;
}

const CALM: Scenario = {
  about: { en: '', 'zh-CN': '' },
  path: '/live/1001',
  http: [],
  chat: 'chat-normal',
  behaviour: { login: 'accepted', heartbeat: 'answered', echo: true },
  sessions: [],
  faults: [],
  page: [],
  messages: [],
  isPassThrough: false,
  cookies: {},
  provider: 5,
  stored: {},
};
/** Members in which a scenario differs from the default. */
type Changes = Partial<Omit<Scenario, 'behaviour'>> & { readonly behaviour?: Partial<ChatBehaviour> };

export const scenario = (en: string, zh: string, { behaviour, ...changes }: Changes = {}): Scenario => ({
  ...CALM,
  about: { en, 'zh-CN': zh },
  behaviour: { ...CALM.behaviour, ...behaviour },
  ...changes,
});

export const VIEWER = { fx_userid: '880001', fx_token: 'offline-viewer', fx_appid: '1010' } as const;
export const STAR = { fx_userid: '91006', fx_token: 'offline-star', fx_appid: '1010' } as const;

/** A scenario that plays a scripted session, and one that plays its recording (recordings/session-log.ts). */
export const withRecording = <Name extends string>(name: Name, en: string, zh: string) =>
  ({
    [name]: scenario(en, zh, { cookies: VIEWER, sessions: [name] }),
    [`${name}-recorded`]: scenario(`Recording of ${name}`, `${name} 的录制`, { chat: name, cookies: VIEWER }),
  }) as Readonly<Record<Name | `${Name}-recorded`, Scenario>>;

/** Parts of a feature for the offline room: exported by `mock.ts` in its folder. */
export interface FeatureMock<Name extends string = string> {
  readonly scenarios: Readonly<Record<Name, Scenario>>;
  /** Sessions that answer the feature's calls, in this order. */
  readonly sessions?: readonly Session[];
  readonly service?: FeatureBackend<unknown>;
}
export const defineMock = <Name extends string>(mock: FeatureMock<Name>): FeatureMock<Name> => mock;
/** A feature with one scripted session. */
export const recorded = <Name extends string>(name: Name, session: Session, en: string, zh: string) =>
  defineMock({ sessions: [session], scenarios: withRecording(name, en, zh) });
