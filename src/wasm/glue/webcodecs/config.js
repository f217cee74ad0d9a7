/** VideoDecoderConfig as WebCodecs has it: which is invalid (a TypeError), which is unsupported, and the copy that is kept. */
import { parseHvcc } from '../containers/hvcc.ts';
import { isDecodable, parseCodec } from './codec-string.ts';
const ACCELERATIONS = ['no-preference', 'prefer-hardware', 'prefer-software'];
const isAcceleration = (value) => ACCELERATIONS.includes(value);
const UNSIGNED_LONG_MAX = 4294967295;
/** WebIDL's [EnforceRange] unsigned long. */
function unsigned(value, name) {
    if (value === undefined)
        return undefined;
    const number = Math.trunc(Number(value));
    if (!Number.isFinite(number) || number < 0 || number > UNSIGNED_LONG_MAX)
        throw new TypeError(`${name} is not an unsigned long`);
    return number;
}
/** Both or neither, and not 0. */
function pair(config, first, second) {
    const a = unsigned(config[first], first);
    const b = unsigned(config[second], second);
    if ((a === undefined) !== (b === undefined))
        throw new TypeError(`${first} and ${second} go together`);
    if (a === 0 || b === 0)
        throw new TypeError(`${a === 0 ? first : second} is 0`);
    return a === undefined || b === undefined ? {} : { [first]: a, [second]: b };
}
/** "Parse Rotation": the nearest quarter, from 0 to 270. */
function quarters(value) {
    const degrees = Number(value);
    if (!Number.isFinite(degrees))
        throw new TypeError('rotation is not a finite number');
    return ((((Math.round(degrees / 90) % 4) + 4) % 4) * 90);
}
/** A copy, so that nobody changes it meanwhile; a detached buffer is invalid. */
function copyBytes(source) {
    const isView = ArrayBuffer.isView(source);
    const buffer = isView ? source.buffer : source;
    const isShared = typeof SharedArrayBuffer === 'function' && buffer instanceof SharedArrayBuffer;
    if (!(buffer instanceof ArrayBuffer) && !isShared)
        throw new TypeError('description is not a buffer');
    if ('detached' in buffer && buffer.detached === true)
        throw new TypeError('description is detached');
    const bytes = isView ? new Uint8Array(buffer, source.byteOffset, source.byteLength) : new Uint8Array(buffer);
    const copy = new ArrayBuffer(bytes.length);
    new Uint8Array(copy).set(bytes);
    return copy;
}
/** The known members of a valid config; throws TypeError for an invalid one (W3C "valid VideoDecoderConfig"). */
export function validConfig(config) {
    if (typeof config !== 'object' || config === null)
        throw new TypeError('the config is not an object');
    const { codec } = config;
    if (typeof codec !== 'string' || codec.trim() === '')
        throw new TypeError('codec is missing or empty');
    const acceleration = config.hardwareAcceleration;
    if (acceleration !== undefined && !isAcceleration(acceleration)) {
        throw new TypeError(`hardwareAcceleration is none of ${ACCELERATIONS.join(', ')}`);
    }
    const space = config.colorSpace;
    return {
        codec,
        ...(config.description === undefined ? {} : { description: copyBytes(config.description) }),
        ...pair(config, 'codedWidth', 'codedHeight'),
        ...pair(config, 'displayAspectWidth', 'displayAspectHeight'),
        ...(space === undefined
            ? {}
            : {
                colorSpace: {
                    primaries: space.primaries ?? null,
                    transfer: space.transfer ?? null,
                    matrix: space.matrix ?? null,
                    fullRange: space.fullRange ?? null,
                },
            }),
        ...(config.rotation === undefined ? {} : { rotation: quarters(config.rotation) }),
        ...(config.flip === undefined ? {} : { flip: Boolean(config.flip) }),
        ...(acceleration === undefined ? {} : { hardwareAcceleration: acceleration }),
        ...(config.optimizeForLatency === undefined ? {} : { optimizeForLatency: Boolean(config.optimizeForLatency) }),
    };
}
/** Why a valid config cannot be decoded, or nothing. */
export function unsupportedReason(config, limits) {
    const codec = parseCodec(config.codec);
    if (!codec)
        return `${config.codec} is not a codec string of HEVC (hvc1.… or hev1.…)`;
    if (!isDecodable(codec))
        return `${config.codec}: only Main, Main 10 and Main Still Picture up to level 6.2 are decoded`;
    const { codedWidth = 0, codedHeight = 0 } = config;
    if (codedWidth > limits.maxWidth || codedHeight > limits.maxHeight) {
        return `${codedWidth}x${codedHeight} is larger than the limit of ${limits.maxWidth}x${limits.maxHeight}`;
    }
    if (config.description === undefined)
        return undefined;
    const record = parseHvcc(new Uint8Array(config.description));
    if (!record)
        return 'the description is not an HEVCDecoderConfigurationRecord';
    if (record.chromaFormat > 1)
        return 'only 4:2:0 and monochrome are decoded';
    if (record.bitDepthLuma > 10 || record.bitDepthChroma > 10)
        return 'at most 10 bits a sample are decoded';
    return undefined;
}
