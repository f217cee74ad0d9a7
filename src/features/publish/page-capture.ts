import type { ErrorCode } from '../../core/errors.ts';
import { err, ok, type Result } from '../../core/result.ts';

export type SourceKind = 'camera' | 'drawn';
export type SourceProblem = Extract<ErrorCode, `CAPTURE_${string}`>;

/** A capture source: tracks that run until `close`. */
export interface Source {
  readonly kind: SourceKind;
  readonly stream: MediaStream;
  close(): void;
}

/** Device ids of the browser; '' for the browser's default. */
export interface Devices {
  readonly camera: string;
  readonly microphone: string;
}
export const ANY_DEVICES: Devices = { camera: '', microphone: '' };

/** In the offline build a drawn picture can replace the camera. */
const isOffline = import.meta.env.VITE_MOCK === '1';
export const KINDS: readonly SourceKind[] = isOffline ? ['camera', 'drawn'] : ['camera'];

const camera = ({ camera: cameraId, microphone }: Devices): MediaStreamConstraints => ({
  video: { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 }, ...(cameraId && { deviceId: { exact: cameraId } }) },
  audio: { echoCancellation: true, noiseSuppression: true, ...(microphone && { deviceId: { exact: microphone } }) },
});

/** DOMException names of getUserMedia (Media Capture and Streams, 10.2). */
const TROUBLES: Readonly<Record<string, SourceProblem>> = {
  NotAllowedError: 'CAPTURE_DENIED',
  SecurityError: 'CAPTURE_DENIED',
  NotFoundError: 'CAPTURE_MISSING',
  OverconstrainedError: 'CAPTURE_MISSING',
  NotReadableError: 'CAPTURE_BUSY',
  AbortError: 'CAPTURE_BUSY',
};

export const captureProblem = (name: string): SourceProblem =>
  (Object.hasOwn(TROUBLES, name) ? TROUBLES[name] : undefined) ?? 'CAPTURE_FAILED';

export async function openSource(kind: SourceKind, devices: Devices = ANY_DEVICES): Promise<Result<Source>> {
  try {
    if (isOffline && kind === 'drawn') return ok((await import('./page-drawn.ts')).openDrawn());
    return ok(await openCamera(devices));
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : '';
    return err(cause instanceof TypeError ? 'CAPTURE_UNSUPPORTED' : captureProblem(name), String(cause));
  }
}

/** An insecure page has no `mediaDevices`; the resulting TypeError is mapped to a problem. */
async function openCamera(devices: Devices): Promise<Source> {
  const stream = await navigator.mediaDevices.getUserMedia(camera(devices));
  return { kind: 'camera', stream, close: () => stopTracks(stream) };
}

export function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

export interface DeviceChoice {
  readonly id: string;
  /** '' if the browser gives no label, which it does only after the camera was permitted. */
  readonly label: string;
}
export interface DeviceList {
  readonly cameras: readonly DeviceChoice[];
  readonly microphones: readonly DeviceChoice[];
}
export const NO_DEVICES: DeviceList = { cameras: [], microphones: [] };

/** Devices that have an id; never rejects. */
export async function listDevices(): Promise<DeviceList> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  const ofKind = (wanted: MediaDeviceKind): readonly DeviceChoice[] =>
    devices.flatMap(({ kind, deviceId, label }) => (kind === wanted && deviceId !== '' ? [{ id: deviceId, label }] : []));
  return { cameras: ofKind('videoinput'), microphones: ofKind('audioinput') };
}

/** Devices of a stream; '' if the browser does not name them. */
export const devicesOf = (stream: MediaStream): Devices => ({
  camera: stream.getVideoTracks()[0]?.getSettings().deviceId ?? '',
  microphone: stream.getAudioTracks()[0]?.getSettings().deviceId ?? '',
});
