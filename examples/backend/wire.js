/** Frames and messages of the chat socket, by docs/api/asyncapi.yaml and its .proto files. */
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import protobuf from 'protobufjs';

const [MARKER, VERSION, COMMAND, PUSH] = [0x464c, 1, 1, 2];
const HEADER_BYTES = 16;

const FILES = ['received/session.proto', 'received/chat.proto', 'received/gift.proto', 'received/envelope.proto', 'sent/commands.proto'];
const pathOf = (file) => fileURLToPath(new URL(`../../src/wire/proto/${file}`, import.meta.url));
const protos = new protobuf.Root().loadSync(FILES.map(pathOf), { keepCase: true });
const typesOf = (names) => Object.fromEntries(Object.entries(names).map(([command, name]) => [command, protos.lookupType(name)]));

const Envelope = protos.lookupType('Envelope');
const OF_THE_ROOM = { 490002: 'LiveStatus', 490020: 'Follow', 490022: 'RoomCounts' };
const PUSHES = typesOf({ 201: 'LoginResponse', 211: 'AckResponse', 501: 'Chat', 601: 'GiftEffect', 901: 'ErrorResponse', ...OF_THE_ROOM });
const COMMANDS = typesOf({ 201: 'Login', 2201: 'Login', 202: 'Quit', 211: 'Ack', 501: 'ChatRequest' });

let deliveries = 0;

/** The bytes of a push. `offset`: position of a line in the room's history, 0 for other messages. */
export function push(command, body, offset = 0, msgId = `${process.pid}-${++deliveries}`) {
  const type = PUSHES[command];
  const content = type.encode(type.fromObject(body)).finish();
  const payload = Envelope.encode({ offset, msgId, content, time: Date.now() }).finish();
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(MARKER, 0);
  header.writeUInt8(VERSION, 2);
  header.writeUInt8(PUSH, 3);
  header.writeUInt32BE(command, 4);
  header.writeUInt32BE(payload.length, 8);
  header.writeUInt32BE(crc32(payload), 12);
  return Buffer.concat([header, payload]);
}

/** null: not a frame, or an unknown command. */
export function readCommand(bytes) {
  const payload = bytes.subarray(HEADER_BYTES);
  const isFrame =
    bytes.length >= HEADER_BYTES &&
    bytes.readUInt16BE(0) === MARKER &&
    bytes.readUInt8(2) === VERSION &&
    bytes.readUInt8(3) === COMMAND &&
    bytes.readUInt32BE(8) === payload.length &&
    bytes.readUInt32BE(12) === crc32(payload);
  const type = isFrame ? COMMANDS[bytes.readUInt32BE(4)] : undefined;
  if (type === undefined) return null;
  try {
    return { command: bytes.readUInt32BE(4), fields: type.toObject(type.decode(payload), { longs: Number, defaults: true }) };
  } catch {
    return null;
  }
}
