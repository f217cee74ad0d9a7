/**
 * The server's side of the chat, without a socket: what comes in, what time it is -> what goes out. The interceptor in the socket worker
 * and the origin server both use it.
 */
import { crc32 } from '../src/wire/crc32.ts';
import { readCommand } from '../src/wire/decode-command.ts';
import { encodePush } from '../src/wire/encode-push.ts';
import { readEnvelope } from '../src/wire/envelope.ts';
import { FRAME_HEADER_BYTES, HEARTBEAT_REQUEST, HEARTBEAT_RESPONSE, readFrame } from '../src/wire/frame.ts';
import { CHAT_ERRNO } from '../src/core/socket/chat-refusal.ts';
import { COMMAND } from '../src/core/socket/commands.ts';
import { viewerName } from './course-calls.ts';
import { faultOf } from './faults.ts';
import { rowNamed } from './push-rows.ts';
import { dueLog, LOG_START } from './replay.ts';
import { SEED } from './scenarios.ts';
const MAX_HEARD_LINES = 10000;
export function createKnownLines() {
    const uuids = new Set();
    return {
        add(uuid) {
            if (uuid === '')
                return true;
            if (uuids.has(uuid))
                return false;
            uuids.add(uuid);
            if (uuids.size > MAX_HEARD_LINES)
                for (const oldest of [...uuids].slice(0, 1))
                    uuids.delete(oldest);
            return true;
        },
    };
}
/** Minimum time between two lines of one viewer, in ms, in scenarios that check it. */
const TOO_FAST_MS = 3000;
/** 901: type 1 with status 1 says that the login holds. */
const CONFIRMED = { type: 1, status: 1, errno: 0, msg: '' };
/** Not shown in the specification: a number outside of the documented ones. */
const ERRNO_LOGIN_REFUSED = 403;
const RICH_LEVEL = 18;
/** What the viewer wears; said with the own entry alone. */
const OWN_LOOKS = {
    userLogo: '/fixtures/images/avatar-2.jpg',
    ext: encodeURIComponent(JSON.stringify({
        usingMedal: { medalList: [{ id: 2, name: '知音', iconUrl: '/fixtures/images/medal-note.svg', level: 3 }] },
        plate: { id: 3, name: '小喵军', level: 6, iconUrl: '/fixtures/images/medal-heart.svg', lightUp: true },
    })),
};
// Long: each of the inner functions writes the state of the connection (viewer, pending question, position in the log, sequence number).
export function createChatServer(deps) {
    const { behaviour } = deps;
    let { log } = deps;
    const knownLines = deps.knownLines ?? createKnownLines();
    let lastLineMs = Number.NEGATIVE_INFINITY;
    let isVerified = false;
    let questions = 0;
    let mutedUntilMs = 0;
    let apartMs = 0;
    let cursor = LOG_START;
    let viewer = null;
    let said = 0;
    let openedMs = null;
    const push = (id, body, nowMs, ack = false) => encodePush({ id, body, msgId: `s${deps.earlier}-${said++}`, time: nowMs, ack });
    function login(fields, nowMs) {
        if (behaviour.login === 'unanswered')
            return [];
        if (behaviour.login === 'refused') {
            return [push(901, { cmd: fields.cmd, type: 1, status: 0, errno: ERRNO_LOGIN_REFUSED, msg: '登录失败', seq: 0 }, nowMs)];
        }
        const greeting = viewer === null ? (deps.greeting?.(fields.roomid, nowMs) ?? []) : [];
        const own = viewer === null ? deps.roomLog?.(fields.roomid) : null;
        if (own)
            [log, cursor] = [own, LOG_START];
        const userId = fields.kugouid;
        viewer = { roomId: fields.roomid, userId, nickname: viewerName(userId) };
        deps.onJoin?.(viewer);
        const entry = {
            roomid: fields.roomid,
            userid: userId,
            kugouid: userId,
            nickname: viewer.nickname,
            richlevel: userId === 0 ? 0 : RICH_LEVEL,
        };
        return [
            push(201, {
                ...entry,
                ...(userId > 0 ? OWN_LOOKS : {}),
                platform: 7,
                referer: fields.referer,
                socsid: fields.socsid,
                deviceNo: fields.deviceNo,
                sid: fields.sid,
            }, nowMs),
            push(901, { cmd: fields.cmd, ...CONFIRMED, seq: 0 }, nowMs),
            ...greeting.map(({ name, body }) => push(rowNamed(name).id, body, nowMs)),
        ];
    }
    /** The question of this connection: the text is its own answer, so that a person can give it. */
    const question = () => ({ key: `q${deps.earlier}-${questions}`, codeText: String(4000 + (((deps.earlier + questions) * 37) % 6000)) });
    function refusal({ seq, uuid }, nowMs) {
        const refuse = (errno, more = {}) => push(901, { cmd: COMMAND.chat, type: 2, status: 0, errno, seq, uuid, ...more }, nowMs);
        if (nowMs < mutedUntilMs)
            return refuse(CHAT_ERRNO.muted);
        if (nowMs - lastLineMs < apartMs)
            return refuse(CHAT_ERRNO.tooFast);
        switch (behaviour.refuses) {
            case 'muted':
                return refuse(CHAT_ERRNO.muted);
            case 'verify':
                return isVerified ? null : refuse(CHAT_ERRNO.verify, question());
            case 'too-fast': {
                const isTooFast = nowMs - lastLineMs < TOO_FAST_MS;
                return isTooFast ? refuse(CHAT_ERRNO.tooFast) : null;
            }
            default:
                return null;
        }
    }
    function verify(code, key, nowMs) {
        const asked = question();
        isVerified = key === asked.key && code === asked.codeText;
        if (isVerified)
            return push(901, { cmd: COMMAND.verify, ...CONFIRMED, seq: 0 }, nowMs);
        questions++;
        return push(901, { cmd: COMMAND.verify, type: 2, status: 0, errno: CHAT_ERRNO.verify, seq: 0, ...question() }, nowMs);
    }
    function chat(fields, nowMs) {
        if (!behaviour.echo || viewer === null || viewer.userId === 0)
            return [];
        const refused = refusal(fields, nowMs);
        if (refused !== null)
            return [refused];
        lastLineMs = nowMs;
        // Sent again after a lost connection: the line was accepted, and only its acknowledgement was lost.
        if (!knownLines.add(fields.uuid))
            return [push(COMMAND.ack, { seq: fields.seq, uuid: fields.uuid }, nowMs)];
        const { userId, nickname } = viewer;
        const body = {
            senderid: userId,
            userid: userId,
            kugouid: userId,
            sendername: nickname,
            nickname,
            richlevel: userId === 0 ? 0 : RICH_LEVEL,
            receiverid: fields.receiverid,
            receiveruserid: fields.receiveruserid,
            issecrect: fields.issecrect === 1,
            chatmsg: fields.chatmsg,
            seq: fields.seq,
            uuid: fields.uuid,
            platform: 7,
        };
        deps.onLine?.({ roomId: viewer.roomId, body, toUserId: fields.issecrect === 1 ? fields.receiverid : null });
        return [push(COMMAND.chat, body, nowMs, true)];
    }
    const verifyAnswer = (fields, nowMs) => verify('code' in fields ? String(fields.code) : '', 'key' in fields ? String(fields.key) : '', nowMs);
    return {
        receive(message, nowMs) {
            const stall = faultOf(deps.faults(openedMs === null ? 0 : nowMs - openedMs), 'stall');
            const isSilent = stall !== undefined && openedMs !== null && nowMs - openedMs >= stall.afterMs;
            if (isSilent)
                return { messages: [], close: false };
            if (message === HEARTBEAT_REQUEST) {
                return { messages: behaviour.heartbeat === 'answered' ? [HEARTBEAT_RESPONSE] : [], close: false };
            }
            const command = typeof message === 'string' ? readText(message) : readBytes(message);
            if (command === null)
                return { messages: [], close: false };
            switch (command.id) {
                case COMMAND.login:
                case COMMAND.relogin:
                    return { messages: login(command.fields, nowMs), close: false };
                case COMMAND.chat:
                    return { messages: chat(command.fields, nowMs), close: false };
                case COMMAND.verify:
                    return { messages: [verifyAnswer(command.fields, nowMs)], close: false };
                case COMMAND.quit:
                    return { messages: [], close: true };
                default:
                    // 211 and 410001 want no answer.
                    return { messages: [], close: false };
            }
        },
        due(elapsedMs, nowMs) {
            openedMs ??= nowMs - elapsedMs;
            const { pace = 1 } = behaviour;
            const due = dueLog(log, cursor, elapsedMs * pace, deps.faults(elapsedMs), SEED + deps.earlier);
            cursor = due.cursor;
            const messages = due.records.map((record) => record.form === 'text' ? TEXT.decode(record.bytes) : rebase(record.bytes, record.round, nowMs));
            return { messages, nextMs: due.nextMs / pace, close: due.close };
        },
        push: (id, body, nowMs) => push(id, body, nowMs),
        viewer: () => viewer,
        mute(untilMs) {
            mutedUntilMs = untilMs;
        },
        slow(ms) {
            apartMs = ms;
        },
    };
    /** Each round of the recording is new to the client: ids and offsets go on, the time is now. Repeated fields win in protobuf. */
    function rebase(bytes, round, nowMs) {
        const frame = readFrame(bytes);
        // Damaged on purpose: as it is.
        if (!frame.ok || frame.value.kind !== 'push')
            return bytes;
        const envelope = readEnvelope(frame.value.payload);
        if (!envelope.ok || envelope.value.msgId === '')
            return bytes;
        const offset = envelope.value.offset + round * OFFSETS_PER_ROUND + deps.earlier * OFFSETS_PER_CONNECTION;
        const msgId = TEXT_BYTES.encode(`${envelope.value.msgId}-${deps.earlier}-${round}`);
        const changes = [FIELD.offset, ...varint(offset), FIELD.msgId, msgId.length, ...msgId, FIELD.time, ...varint(nowMs)];
        const changed = new Uint8Array(bytes.length + changes.length);
        changed.set(bytes);
        changed.set(changes, bytes.length);
        const payload = changed.subarray(FRAME_HEADER_BYTES);
        const header = new DataView(changed.buffer);
        header.setUint32(8, payload.length);
        header.setUint32(12, crc32(payload));
        return changed;
    }
}
const TEXT = new TextDecoder();
const TEXT_BYTES = new TextEncoder();
const OFFSETS_PER_ROUND = 10000;
const OFFSETS_PER_CONNECTION = 100000000;
/** Tags of the envelope's fields: number << 3 | wire type (0 varint, 2 bytes); wire/proto/received/envelope.proto. */
const FIELD = { offset: (1 << 3) | 0, msgId: (4 << 3) | 2, time: (8 << 3) | 0 };
function varint(value) {
    const bytes = [];
    let rest = value;
    while (rest >= 128) {
        bytes.push((rest % 128) | 128);
        rest = Math.floor(rest / 128);
    }
    return [...bytes, rest];
}
function readBytes(bytes) {
    const frame = readFrame(bytes);
    const command = frame.ok ? readCommand(frame.value) : frame;
    return command.ok ? command.value : null;
}
/** Blob mode: a command as JSON, its number in `cmd`. */
function readText(text) {
    try {
        const parsed = JSON.parse(text);
        if (typeof parsed !== 'object' || parsed === null || !('cmd' in parsed) || typeof parsed.cmd !== 'number')
            return null;
        return { id: parsed.cmd, fields: parsed };
    }
    catch {
        return null;
    }
}
