/** Faults that the panel offers ready-made. */
export const PANEL_FAULTS = [
    { title: 'stream-throttle', fault: { on: 'stream', kind: 'throttle', kilobitsPerS: 300 } },
    { title: 'stream-stall', fault: { on: 'stream', kind: 'stall', afterMs: 0 } },
    { title: 'stream-cut', fault: { on: 'stream', kind: 'cut', afterMs: 0 } },
    { title: 'stream-corrupt', fault: { on: 'stream', kind: 'corrupt', share: 0.02 } },
    { title: 'stream-404', fault: { on: 'stream', kind: 'status', status: 404 } },
    { title: 'socket-close', fault: { on: 'socket', kind: 'close-code', afterMs: 0, code: 1012 } },
    { title: 'socket-stall', fault: { on: 'socket', kind: 'stall', afterMs: 0 } },
    { title: 'http-delay', fault: { on: 'http', kind: 'delay', ms: 2000 } },
    { title: 'http-500', fault: { on: 'http', kind: 'status', status: 500 } },
];
/** Messages that the panel offers ready-made. */
export const PANEL_MESSAGES = [
    {
        title: 'chat',
        message: {
            id: 501,
            body: {
                senderid: 1,
                userid: 1,
                kugouid: 1,
                sendername: '面板',
                nickname: '面板',
                richlevel: 6,
                chatmsg: '来自面板的一条消息',
                platform: 7,
            },
        },
    },
    { title: 'entry', message: { id: 201, body: { userid: 4201, kugouid: 4201, nickname: '面板来客', richlevel: 12, wellcomes: '驾到' } } },
    { title: 'follow', message: { id: 490020, body: { userid: 4201, nickname: '面板来客', richlevel: 12 } } },
    { title: 'offline', message: { id: 490002, body: { status: 0 } } },
    { title: 'live', message: { id: 490002, body: { status: 1 } } },
    { title: 'counts', message: { id: 490022, body: { viewers: 23456, followers: 98765 } } },
];
/** Page, service worker and socket worker talk by one BroadcastChannel of this name. */
export const CHANNEL = 'footlight-mock';
/** Cache Storage of the tab's origin: the session that is being replayed, by part. */
export const SESSION_CACHE = 'footlight-session';
export const SESSION_PARTS = { http: '/__session/http.json', socket: '/__session/socket.bin', stream: '/__session/stream/' };
