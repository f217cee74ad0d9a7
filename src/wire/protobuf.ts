import protobuf from 'protobufjs/minimal.js';

// Numbers of 64 bits are JavaScript numbers: `long` would make an object of every id. body.ts refuses a number that a double cannot hold exactly.
Reflect.set(protobuf.util, 'Long', null);
protobuf.configure();

/** The runtime of protobufjs that the generated code imports (scripts/proto/generate.ts). */
export default protobuf;
