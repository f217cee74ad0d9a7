import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { ANY_DEVICES, listDevices, NO_DEVICES, openSource, type DeviceList, type Devices, type Source } from './page-capture.ts';
import type { SourceKind, SourceProblem } from './page-capture.ts';

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
