// Made by `npm run proto` from src/workers/wire/proto. Not edited by hand.
import type * as body from './sent.js';
export const Login: { decode(bytes: Uint8Array): body.Login };
export const Quit: { decode(bytes: Uint8Array): body.Quit };
export const ChatRequest: { decode(bytes: Uint8Array): body.ChatRequest };
export const ChatVerify: { decode(bytes: Uint8Array): body.ChatVerify };
export const Ack: { decode(bytes: Uint8Array): body.Ack };
export const ScreenReport: { decode(bytes: Uint8Array): body.ScreenReport };
