export interface SafetyCase {
  readonly roomId: number;
  readonly deviceNo: string;
  readonly dfid: string;
  readonly userAgent: string;
  readonly passedTimes: number;
  readonly passedMs: number;
}

const CHECK_VERSION = '1.0.0';
const MAX_SYSTEM_CHARS = 64;

export function safetyFields({ roomId, deviceNo, dfid, userAgent, passedTimes, passedMs }: SafetyCase) {
  return {
    /** Binds the result to device, room and time: FNV-1a over them, eight hexadecimal digits. */
    safeSign: fnv1a(`${deviceNo}|${roomId}|${passedTimes}|${passedMs}`),
    /** Number of checks passed in this visit. */
    safeTimes: String(passedTimes),
    /** Time of the last passed check, in milliseconds since the epoch. */
    safeCt: String(passedMs),
    /** Version of the check. */
    version: CHECK_VERSION,
    // The first parenthesis of a user agent names the system.
    sysVersion: (/\(([^)]*)\)/.exec(userAgent.slice(0, 512))?.[1] ?? '').slice(0, MAX_SYSTEM_CHARS),
    /** Device id from the tracking cookie. */
    kfd: dfid,
  };
}

/** S4: the safety fields of the login. S4 names them without values: their content is the project's choice. */
export type SafetyFields = Readonly<ReturnType<typeof safetyFields>>;

function fnv1a(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
