import { vi } from 'vitest';

/** A connection that answers each offer except `bad`. */
class FakePeer extends EventTarget {
  static all: FakePeer[] = [];
  connectionState = 'connected';
  readonly iceGatheringState = 'complete';
  readonly localDescription = { sdp: 'answer' };
  readonly getSenders = (): readonly never[] => [];

  constructor() {
    super();
    FakePeer.all.push(this);
  }

  setRemoteDescription({ sdp }: RTCSessionDescriptionInit): Promise<void> {
    if (this.connectionState === 'closed') return Promise.reject(new DOMException('the connection is closed', 'InvalidStateError'));
    return sdp === 'bad' ? Promise.reject(new DOMException('no session description', 'OperationError')) : Promise.resolve();
  }

  setLocalDescription(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    this.connectionState = 'closed';
  }
}

export function stubPeers(): void {
  FakePeer.all = [];
  vi.stubGlobal('RTCPeerConnection', FakePeer);
}

export const openPeers = (): number => FakePeer.all.filter(({ connectionState }) => connectionState === 'connected').length;
