import { readFileSync } from 'node:fs';
import {
  readHttpRecording,
  readSocketLog,
  readStream,
  type HttpRecording,
  type SocketLog,
  type StreamRecording,
} from '../../mocks/recordings/recording.ts';
import type { Result } from '../../src/core/errors.ts';

const bytesOf = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(new URL(`../../fixtures/${path}`, import.meta.url)));

export function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.detail}`);
  return result.value;
}

export const streamBytes = (name: string): Uint8Array<ArrayBuffer> => bytesOf(`streams/${name}.flv`);
export const stream = (name: string): StreamRecording => value(readStream(streamBytes(name)));
export const socketBytes = (name: string): Uint8Array<ArrayBuffer> => bytesOf(`recordings/${name}.bin`);
export const socketLog = (name: string): SocketLog => value(readSocketLog(socketBytes(name)));
export const http = (name: string): HttpRecording =>
  value(readHttpRecording(new TextDecoder().decode(bytesOf('recordings/http.json')), name));
