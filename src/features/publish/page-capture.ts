import { err, type ErrorCode, ok, type Result } from '../../core/errors.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

type SourceKind = 'camera' | 'drawn';
type SourceProblem = Extract<ErrorCode, `CAPTURE_${string}`>;

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
const ANY_DEVICES: Devices = { camera: '', microphone: '' };

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

async function openSource(kind: SourceKind, devices: Devices = ANY_DEVICES): Promise<Result<Source>> {
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
const NO_DEVICES: DeviceList = { cameras: [], microphones: [] };

/** Devices that have an id; never rejects. */
async function listDevices(): Promise<DeviceList> {
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

/** Lower end of the bar; dB below full scale. */
const SILENT_DB = -60;
/** Samples at or above this level count as clipped; full scale is 1. */
const CLIPPED = 0.985;
/** After this time of silence the microphone is probably switched off, or the wrong one is selected. */
const SILENT_AFTER_MS = 6_000;

/** Length of the bar, 0 to 1, proportional to the dB value of the loudest sample. */
export function levelOf(samples: Float32Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  if (peak === 0) return 0;
  return Math.min(1, Math.max(0, 1 - (20 * Math.log10(peak)) / SILENT_DB));
}

/** `sinceMs`: start of the silence; null while there is sound. */
export interface Hearing {
  readonly says: 'sound' | 'too loud' | 'silent';
  readonly sinceMs: number | null;
}
export const HEARING: Hearing = { says: 'sound', sinceMs: null };

/** Next notice about the microphone after a new level. Returns the same object if nothing changed. */
export function stepHearing(before: Hearing, level: number, nowMs: number): Hearing {
  const sinceMs = level > 0 ? null : (before.sinceMs ?? nowMs);
  const says = level >= levelOf(LOUD) ? 'too loud' : sinceMs !== null && nowMs - sinceMs >= SILENT_AFTER_MS ? 'silent' : 'sound';
  return says === before.says && sinceMs === before.sinceMs ? before : { says, sinceMs };
}
const LOUD = Float32Array.of(CLIPPED);

export interface Preview {
  readonly source: Source | null;
  readonly opening: SourceKind | null;
  readonly problem: SourceProblem | null;
  /** Devices of the last choice; '' for the browser's default. */
  readonly devices: Devices;
}
const NOTHING: Preview = { source: null, opening: null, problem: null, devices: ANY_DEVICES };

/** Camera and microphone or their replacement; closed with the panel. `onEnd`: the source ended without a request. */
export function useSource(onEnd: () => void): {
  readonly preview: Preview;
  readonly choose: (kind: SourceKind, devices?: Devices) => void;
} {
  const [preview, setPreview] = useState(NOTHING);
  const { source } = preview;
  /** Counts choices: a camera that opens after a newer choice, or after the panel was closed, is closed again. */
  const turn = useRef(0);
  const isClosed = useRef(false);
  useEffect(() => {
    // In development React runs effects twice, also after a source was chosen.
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);

  const choose = async (kind: SourceKind, devices: Devices): Promise<void> => {
    const mine = ++turn.current;
    // The previous source continues until the next one is open, so that a device that fails to open changes nothing.
    setPreview((before) => ({ ...before, opening: kind, problem: null }));
    const opened = await openSource(kind, devices);
    if (mine !== turn.current || isClosed.current) {
      if (opened.ok) opened.value.close();
      return;
    }
    setPreview((before) =>
      opened.ok
        ? { source: opened.value, opening: null, problem: null, devices }
        : { ...before, opening: null, problem: opened.error.code as SourceProblem },
    );
  };

  const lost = useEffectEvent(() => {
    onEnd();
    setPreview({ ...NOTHING, problem: 'CAPTURE_ENDED' });
  });
  useEffect(() => {
    if (source === null) return undefined;
    const tracks = source.stream.getTracks();
    for (const track of tracks) track.addEventListener('ended', lost);
    return () => {
      for (const track of tracks) track.removeEventListener('ended', lost);
      source.close();
    };
  }, [source]);

  return { preview, choose: (kind, devices = ANY_DEVICES) => void choose(kind, devices) };
}

/**
 * Devices to choose from; read again when a device is connected, and after a camera was permitted, because labels become available then.
 */
export function useDevices(source: Source | null): DeviceList {
  const [list, setList] = useState(NO_DEVICES);
  useEffect(() => {
    // Undefined on an insecure page.
    const devices: MediaDevices | undefined = navigator.mediaDevices;
    if (devices === undefined || source === null) return undefined;
    let isOver = false;
    const read = async (): Promise<void> => {
      const found = await listDevices();
      if (!isOver) setList(found);
    };
    const changed = (): void => void read();
    changed();
    devices.addEventListener('devicechange', changed);
    return () => {
      isOver = true;
      devices.removeEventListener('devicechange', changed);
    };
  }, [source]);
  return list;
}
