/**
 * The origin's way of a broadcast: one peer takes what a star sends (WHIP), others pass the same packets on to viewers (WHEP). Nothing is
 * decoded, so star and viewers speak the same codecs.
 */
import { RTCPeerConnection, useAbsSendTime, useNACK, useOPUS, usePLI, useREMB, useSdesMid, useTransportWideCC, useTWCC, useVP8, } from 'werift';
/** Viewers of one room; another one is refused. */
const MAX_VIEWERS = 16;
const SEEN_EVERY_MS = 500;
const newPeer = () => new RTCPeerConnection({
    codecs: { audio: [useOPUS()], video: [useVP8({ rtcpFeedback: [useNACK(), usePLI(), useREMB(), useTWCC()] })] },
    headerExtensions: { audio: [useSdesMid()], video: [useSdesMid(), useAbsSendTime(), useTransportWideCC()] },
    iceServers: [],
    // Both ends are on this machine.
    iceAdditionalHostAddresses: ['127.0.0.1'],
});
async function answerOf(peer) {
    await peer.setLocalDescription(await peer.createAnswer());
    return peer.localDescription?.sdp ?? '';
}
export function createOriginRelay() {
    const rooms = new Map();
    let count = 0;
    async function end(roomId) {
        const room = rooms.get(roomId);
        rooms.delete(roomId);
        await room?.publisher?.peer.close();
        await Promise.all([...(room?.viewers.values() ?? [])].map(({ peer }) => peer.close()));
    }
    return {
        async publish(roomId, offerSdp, onMedia) {
            const room = rooms.get(roomId) ?? { publisher: null, tracks: [], viewers: new Map() };
            rooms.set(roomId, room);
            // The viewers stay: they go on with what comes next.
            await room.publisher?.peer.close();
            room.tracks = [];
            const peer = newPeer();
            const id = `${roomId}-${++count}`;
            room.publisher = { id, peer };
            peer.onTrack.subscribe((track) => {
                if (room.publisher?.id === id)
                    void passOn(room, track, onMedia);
            });
            await peer.setRemoteDescription({ type: 'offer', sdp: offerSdp });
            return { id, sdp: await answerOf(peer) };
        },
        async unpublish(id) {
            for (const room of rooms.values()) {
                if (room.publisher?.id !== id)
                    continue;
                await room.publisher.peer.close();
                room.publisher = null;
            }
        },
        end,
        async watch(roomId, offerSdp) {
            const room = rooms.get(roomId);
            if (room === undefined || room.viewers.size >= MAX_VIEWERS)
                return null;
            const peer = newPeer();
            const id = `${roomId}-${++count}`;
            await peer.setRemoteDescription({ type: 'offer', sdp: offerSdp });
            const senders = room.tracks.map((track) => peer.addTrack(track));
            for (const sender of senders)
                sender.onPictureLossIndication.subscribe(() => askForKeyPicture(room));
            room.viewers.set(id, { peer, senders });
            peer.connectionStateChange.subscribe((state) => {
                if (state === 'connected')
                    askForKeyPicture(room);
                if (state === 'failed' || state === 'closed')
                    room.viewers.delete(id);
            });
            return { id, sdp: await answerOf(peer) };
        },
        async leave(id) {
            for (const { viewers } of rooms.values()) {
                const viewer = viewers.get(id);
                viewers.delete(id);
                await viewer?.peer.close();
            }
        },
        close: async () => {
            await Promise.all([...rooms.keys()].map((roomId) => end(roomId)));
        },
    };
}
async function passOn(room, track, onMedia) {
    room.tracks = [...room.tracks.filter(({ kind }) => kind !== track.kind), track];
    let seenMs = 0;
    track.onReceiveRtp.subscribe(() => {
        const nowMs = Date.now();
        if (track.kind !== 'video' || nowMs - seenMs < SEEN_EVERY_MS)
            return;
        seenMs = nowMs;
        onMedia();
    });
    const senders = [...room.viewers.values()].flatMap((viewer) => viewer.senders.filter(({ kind }) => kind === track.kind));
    await Promise.all(senders.map((sender) => sender.replaceTrack(track)));
    askForKeyPicture(room);
}
/** A viewer who joins, or who lost something, needs a whole picture. */
function askForKeyPicture({ publisher, tracks }) {
    const ssrc = tracks.find(({ kind }) => kind === 'video')?.ssrc;
    const receiver = publisher?.peer.getReceivers().find(({ kind }) => kind === 'video');
    if (receiver && ssrc !== undefined)
        void receiver.sendRtcpPLI(ssrc);
}
