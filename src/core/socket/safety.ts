/** The safety fields of the login (document 2, section 3). Its text names them and shows no values: what each holds is the project's choice. */
export interface SafetyFields {
  /** Binds the result to this device, room and moment: FNV-1a over them, eight hexadecimal digits. */
  readonly safeSign: string;
  /** How many checks were passed in this visit. */
  readonly safeTimes: string;
  /** Milliseconds since the epoch when the last one was passed. */
  readonly safeCt: string;
  /** Of the check. */
  readonly version: string;
  readonly sysVersion: string;
  /** The device as the tracking cookie knows it. */
  readonly kfd: string;
}

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

export function safetyFields({ roomId, deviceNo, dfid, userAgent, passedTimes, passedMs }: SafetyCase): SafetyFields {
  return {
    safeSign: fnv1a(`${deviceNo}|${roomId}|${passedTimes}|${passedMs}`),
    safeTimes: String(passedTimes),
    safeCt: String(passedMs),
    version: CHECK_VERSION,
    // The first bracket of a user agent names the system.
    sysVersion: (/\(([^)]*)\)/.exec(userAgent.slice(0, 512))?.[1] ?? '').slice(0, MAX_SYSTEM_CHARS),
    kfd: dfid,
  };
}

function fnv1a(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
