/** Parts of WebRTC for Node. Candidates are gathered at once, and the test sets the state of the connection. */
import { vi } from 'vitest';

export const SDP = 'v=0\r\n';

interface FakeSender {
  track: unknown;
  parameters: { readonly encodings: readonly object[] };
  replaceTrack(track: unknown): Promise<void>;
  getParameters(): FakeSender['parameters'];
  setParameters(parameters: FakeSender['parameters']): Promise<void>;
}

class FakeConnection extends EventTarget {
  readonly iceGatheringState = 'complete';
  readonly localDescription = { sdp: 'offer' };
  readonly transceivers: { readonly what: unknown; readonly init: object; readonly sender: FakeSender }[] = [];
  connectionState = 'new';
  remote: object | null = null;
  isClosed = false;
  stats = new Map<string, object>();

  addTransceiver(what: unknown, init: object): { readonly sender: FakeSender } {
    const sender: FakeSender = {
      track: typeof what === 'string' ? null : what,
      parameters: { encodings: [] },
      replaceTrack: async (track) => void (sender.track = track),
      getParameters: () => sender.parameters,
      setParameters: async (parameters) => void (sender.parameters = parameters),
    };
    const transceiver = { what, init, sender };
    this.transceivers.push(transceiver);
    return transceiver;
  }
  async setLocalDescription(): Promise<void> {
    return Promise.resolve();
  }
  async setRemoteDescription(remote: object): Promise<void> {
    this.remote = remote;
    return Promise.resolve();
  }
  async getStats(): Promise<Map<string, object>> {
    return Promise.resolve(this.stats);
  }
  close(): void {
    this.isClosed = true;
  }
  become(state: string): void {
    this.connectionState = state;
    this.dispatchEvent(new Event('connectionstatechange'));
  }
}

/** Stubs the globals; returns the connections that are created, and the requests. */
export function stubWebRtc(answer: () => Promise<Response> = () => Promise.resolve(new Response(SDP, { status: 201 }))) {
  const connections: FakeConnection[] = [];
  const asked: { readonly url: string; readonly method: string | undefined }[] = [];
  vi.stubGlobal(
    'RTCPeerConnection',
    class extends FakeConnection {
      constructor() {
        super();
        connections.push(this);
      }
    },
  );
  vi.stubGlobal(
    'MediaStream',
    class {
      readonly tracks: unknown[] = [];
      addTrack(track: unknown): void {
        this.tracks.push(track);
      }
      getVideoTracks(): readonly unknown[] {
        return this.tracks.filter((track) => typeof track === 'object' && track !== null && Reflect.get(track, 'kind') === 'video');
      }
    },
  );
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    asked.push({ url, method: init.method });
    return answer();
  });
  return { asked, connections, connection: () => connections[0]! };
}
