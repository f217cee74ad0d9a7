// Made by `npm run proto` from src/workers/wire/proto. Not edited by hand.
export interface Login {
  readonly cmd: number;
  readonly roomid: number;
  readonly kugouid: number;
  readonly token: string;
  readonly appid: string;
  readonly referer: string;
  readonly clientid: number;
  readonly v: number;
  readonly soctoken: string;
  readonly sid: string;
  readonly socsid: string;
  readonly deviceNo: string;
  readonly screen: number;
  readonly platid: number;
  readonly dfid: string;
  readonly entryid?: string;
  readonly offset?: string;
  readonly safeSign?: string;
  readonly safeTimes?: string;
  readonly safeCt?: string;
  readonly version?: string;
  readonly sysVersion?: string;
  readonly kfd?: string;
}
export interface Quit {
  readonly cmd: number;
  readonly roomid: number;
}
export interface ChatRequest {
  readonly cmd: number;
  readonly chatmsg: string;
  readonly receiverid: number;
  readonly receiveruserid: number;
  readonly issecrect: number;
  readonly seq: number;
  readonly mac: string;
  readonly v: number;
  readonly source: string;
  readonly uuid: string;
  readonly paraAbnor: number;
  readonly gameId?: string;
}
export interface ChatVerify {
  readonly cmd: number;
  readonly code: string;
  readonly key: string;
}
export interface Ack {
  readonly cmd: number;
  readonly msgId: string;
  readonly offset: number;
}
export interface ScreenReport {
  readonly cmd: number;
  readonly screen: number;
}
type Some<T> = T extends readonly (infer E)[] ? readonly Some<E>[] : T extends Uint8Array ? T : T extends object ? { readonly [K in keyof T]?: Some<T[K]> } : T;
export const Login: { encode(message: Some<Login>): { finish(): Uint8Array<ArrayBuffer> } };
export const Quit: { encode(message: Some<Quit>): { finish(): Uint8Array<ArrayBuffer> } };
export const ChatRequest: { encode(message: Some<ChatRequest>): { finish(): Uint8Array<ArrayBuffer> } };
export const ChatVerify: { encode(message: Some<ChatVerify>): { finish(): Uint8Array<ArrayBuffer> } };
export const Ack: { encode(message: Some<Ack>): { finish(): Uint8Array<ArrayBuffer> } };
export const ScreenReport: { encode(message: Some<ScreenReport>): { finish(): Uint8Array<ArrayBuffer> } };
