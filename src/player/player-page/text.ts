/** Texts of the page; ui/text/text.ts selects the language, as in the room. */
import { createContext, use } from 'react';
import type { Language } from '../../design/language.ts';
import type { CheckName, Sentence, SourceChoice } from './checks.ts';

type Sentences = Readonly<Record<Sentence, (detail: string) => string>>;

export interface Text {
  readonly title: string;
  readonly about: string;
  readonly other: string;
  readonly address: string;
  readonly kind: string;
  readonly kinds: Readonly<Record<SourceChoice, string>>;
  readonly start: string;
  readonly stop: string;
  readonly oneThread: string;
  readonly samples: string;
  readonly checks: string;
  readonly checking: string;
  readonly check: Readonly<Record<CheckName, string>>;
  readonly states: Readonly<Record<'good' | 'bad' | 'note' | 'open', string>>;
  readonly sentence: Sentences;
  readonly canPlay: string;
  readonly hasStopped: string;
  readonly whepHint: string;
  readonly cannotPlay: string;
  readonly stage: string;
  readonly sound: string;
  readonly figures: string;
  readonly figure: Readonly<
    Record<'kind' | 'size' | 'first' | 'latency' | 'buffered' | 'speed' | 'frames' | 'dropped' | 'decode' | 'threads', string>
  >;
  readonly events: string;
  readonly decisions: string;
  readonly noDecisions: string;
  readonly copy: string;
  readonly copied: string;
  readonly notCopied: string;
}

type Containers = Readonly<Record<string, string>>;
/** Containers that `inspectStream` names. */
const CONTAINERS_ZH: Containers = {
  hls: ' HLS 播放列表',
  mp4: ' MP4',
  'mpeg-ts': ' MPEG-TS',
  html: '网页（HTML）',
  json: ' JSON',
  unknown: '别的格式',
};
const CONTAINERS_EN: Containers = {
  hls: 'an HLS playlist',
  mp4: 'MP4',
  'mpeg-ts': 'MPEG-TS',
  html: 'a web page (HTML)',
  json: 'JSON',
  unknown: 'another format',
};

const zhCN: Text = {
  title: '流地址检查',
  about: '粘贴一个直播流地址：能播就播放并显示数据，不能播就说明原因',
  other: 'EN',
  address: 'HTTP-FLV 或 WHEP 地址',
  kind: '类型',
  kinds: { auto: '自动识别', h264: 'FLV · H264', h265: 'FLV · H265', webrtc: 'WebRTC（WHEP）' },
  start: '检查并播放',
  stop: '停止',
  oneThread: '未隔离时用单线程解码 H265（最大 1280×720）',
  samples: '示例',
  checks: '检查结果',
  checking: '正在读取流的开头…',
  check: { address: '地址', reach: '服务器', response: '响应', container: '封装', video: '视频', audio: '音频', browser: '浏览器' },
  states: { good: '正常', bad: '有问题', note: '注意', open: '未检查' },
  sentence: {
    addressGood: () => '地址有效。',
    addressBad: () => '这不是地址：请以 http:// 或 https:// 开头，本站路径以 / 开头。',
    addressScheme: (scheme) => `浏览器不能播放 ${scheme} 地址。请用同一个流的 HTTP-FLV 地址。`,
    mixedContent: (origin) => `本页来自 https，浏览器不允许它读取 ${origin} 的明文流。请用 https 提供这个流。`,
    reached: (time) => (time === '' ? '服务器有应答。' : `服务器有应答，首字节 ${time}。`),
    unreachable: () => '服务器没有应答。请检查主机名、端口和证书。',
    silent: () => '服务器在 8 秒内没有发来数据。请确认有人在推流，并且中间没有代理缓存响应。',
    headerOnly: () => '服务器只发来了 FLV 的文件头，8 秒内没有画面也没有声音。请确认有人在推流。',
    cors: () =>
      '服务器有应答，但没有允许本页读取（CORS）。请在响应里加上 Access-Control-Allow-Origin，错误响应也要加。状态码对本页不可见，也可能是 404 或 403：用 curl -I 查看。',
    corsGood: () => '状态正常，允许本页读取。',
    status: (status) => `服务器返回状态 ${status}。请检查路径和签名是否正确、是否过期。`,
    ended: () => '响应在第一个画面之前就结束了。请确认有人在推流。',
    flv: () => '这是 FLV。',
    notFlv: (container) => `这不是 FLV，而是${CONTAINERS_ZH[container] ?? container}。请用这个流的 HTTP-FLV 地址。`,
    emptyFlv: () => '以 FLV 开头，但里面没有画面也没有声音。',
    videoGood: (codec) => codec,
    videoNone: () => '没有画面，只播放声音。',
    videoUnsupported: (codec) => `视频编码是 ${codec}，播放器不支持。请改推 H264 或 H265。`,
    audioGood: (codec) => codec,
    audioNone: () => '没有声音，只播放画面。',
    audioByBrowser: (codec) => `${codec}：这个浏览器能播，Safari 等不一定能。改推 AAC 最稳妥。`,
    otherCodec: (codec) => `流里是 ${codec}，与选择的类型不同。请选择“自动识别”。`,
    audioUnsupported: (codec) => `音频编码是 ${codec}，播放器不支持。请改推 AAC。`,
    audioLeftOut: (codec) => `只有画面没有声音：这路直播的声音是 ${codec}。改推 AAC 后就有声音。`,
    videoLeftOut: (codec) => `只有声音没有画面：这路直播的画面是 ${codec}。改推 H264 或 H265 后就有画面。`,
    browserGood: () => '浏览器可以播放。',
    nativeHevc: () => '浏览器自己解码 H265。',
    threads: () => '本页已隔离：H265 由 WebAssembly 多线程解码。',
    noIsolation: () => '本页未隔离（缺 COOP 与 COEP 响应头），没有共享内存，H265 无法多线程解码。请加上响应头，或允许单线程。',
    plainHttp: () => '本页来自明文 http，浏览器永远不会隔离它，H265 无法多线程解码。请用 https 打开本页，或允许单线程。',
    oneThread: () => '本页未隔离：H265 由单线程解码，最大 1280×720。',
    noMediaSource: () => '浏览器没有 Media Source，无法播放 FLV。',
    shortFile: () => '状态正常，但响应已经结束：这是一个短文件，不是直播流。',
    notChecked: () => '前面的问题解决后才能检查。',
  },
  canPlay: '这个流可以在这里播放。',
  hasStopped: '播放已停止：',
  whepHint: 'WHEP 地址没有应答，或不允许本页用 POST 发送 application/sdp（CORS）。',
  cannotPlay: '这个流在这里不能播放：',
  stage: '画面',
  sound: '打开声音',
  figures: '数据',
  figure: {
    kind: '播放器',
    size: '画面',
    first: '首帧',
    latency: '延迟',
    buffered: '缓冲',
    speed: '下载',
    frames: '已绘制',
    dropped: '丢弃',
    decode: '每帧解码',
    threads: '线程',
  },
  events: '事件',
  decisions: '决策日志',
  noDecisions: '还没有决策',
  copy: '复制报告',
  copied: '已复制',
  notCopied: '浏览器不允许复制',
};

const en: Text = {
  title: 'Stream check',
  about: 'Paste the address of a live stream: it plays with its figures, or the page names the reason',
  other: '中文',
  address: 'HTTP-FLV or WHEP address',
  kind: 'Kind',
  kinds: { auto: 'Detect', h264: 'FLV · H264', h265: 'FLV · H265', webrtc: 'WebRTC (WHEP)' },
  start: 'Check and play',
  stop: 'Stop',
  oneThread: 'Decode H265 on one thread without isolation (up to 1280×720)',
  samples: 'Samples',
  checks: 'Checks',
  checking: 'Reading the beginning of the stream…',
  check: {
    address: 'Address',
    reach: 'Server',
    response: 'Response',
    container: 'Container',
    video: 'Video',
    audio: 'Audio',
    browser: 'Browser',
  },
  states: { good: 'good', bad: 'problem', note: 'note', open: 'not checked' },
  sentence: {
    addressGood: () => 'The address is valid.',
    addressBad: () => 'This is not an address: it has to begin with http:// or https://, or with / for a path of this site.',
    addressScheme: (scheme) => `A browser cannot play an address of ${scheme}. Use the HTTP-FLV address of the same stream.`,
    mixedContent: (origin) =>
      `This page is from https, and the browser does not let it read plain http from ${origin}. Serve the stream from https.`,
    reached: (time) => (time === '' ? 'The server answers.' : `The server answers; first byte after ${time}.`),
    unreachable: () => 'The server does not answer. Check the host, the port and the certificate.',
    silent: () => 'The server sent no data within 8 s. Check that a publisher is connected and that no proxy buffers the response.',
    headerOnly: () => 'The server sent the header of FLV, and neither picture nor sound within 8 s. Check that a publisher is connected.',
    cors: () =>
      'The server answers but does not allow this page to read it (CORS). Add Access-Control-Allow-Origin to the response, errors included. The status is hidden from this page and may be 404 or 403: curl -I shows it.',
    corsGood: () => 'The status is good, and this page may read the response.',
    status: (status) => `The server returned status ${status}. Check the path, and whether the signature is right and still valid.`,
    ended: () => 'The response ended before the first picture. Check that a publisher is connected.',
    flv: () => 'This is FLV.',
    notFlv: (container) => `This is not FLV but ${CONTAINERS_EN[container] ?? container}. Use the HTTP-FLV address of the stream.`,
    emptyFlv: () => 'It begins as FLV and holds neither picture nor sound.',
    videoGood: (codec) => codec,
    videoNone: () => 'No picture: sound alone plays.',
    videoUnsupported: (codec) => `The video codec is ${codec}, which the player does not support. Publish H264 or H265.`,
    audioGood: (codec) => codec,
    audioNone: () => 'No sound: the picture alone plays.',
    audioByBrowser: (codec) => `${codec}: this browser plays it, others may not. AAC plays everywhere.`,
    otherCodec: (codec) => `The stream is ${codec}, which is not the kind that was chosen. Choose Detect.`,
    audioUnsupported: (codec) => `The audio codec is ${codec}, which the player does not support. Publish AAC.`,
    audioLeftOut: (codec) => `Picture without sound: this broadcast sends ${codec} sound. It has sound if it is published with AAC.`,
    videoLeftOut: (codec) =>
      `Sound without picture: this broadcast sends ${codec} pictures. It has pictures if it is published with H264 or H265.`,
    browserGood: () => 'The browser plays it.',
    nativeHevc: () => 'The browser decodes H265 by itself.',
    threads: () => 'This page is isolated: H265 is decoded by WebAssembly on threads.',
    noIsolation: () =>
      'This page is not isolated (no COOP and COEP headers), so there is no shared memory for H265 on threads. Add the headers, or allow one thread.',
    plainHttp: () =>
      'This page is from plain http, which a browser never isolates, so H265 cannot be decoded on threads. Open the page from https, or allow one thread.',
    oneThread: () => 'This page is not isolated: one thread decodes H265, up to 1280×720.',
    noMediaSource: () => 'The browser has no Media Source and cannot play FLV.',
    shortFile: () => 'The status is good, but the response has ended: this is a short file, not a live stream.',
    notChecked: () => 'Checked after the problem above is solved.',
  },
  canPlay: 'This stream can play here.',
  hasStopped: 'The player has stopped:',
  whepHint: 'The WHEP endpoint does not answer, or does not allow this page to send application/sdp by POST (CORS).',
  cannotPlay: 'This stream cannot play here:',
  stage: 'Picture',
  sound: 'Turn the sound on',
  figures: 'Figures',
  figure: {
    kind: 'Player',
    size: 'Picture',
    first: 'First picture',
    latency: 'Latency',
    buffered: 'Buffered',
    speed: 'Download',
    frames: 'Painted',
    dropped: 'Dropped',
    decode: 'Decoding a picture',
    threads: 'Threads',
  },
  events: 'Events',
  decisions: 'Decision log',
  noDecisions: 'No decisions so far',
  copy: 'Copy report',
  copied: 'Copied',
  notCopied: 'The browser does not allow copying',
};

export const TEXTS: Readonly<Record<Language, Text>> = { 'zh-CN': zhCN, en };
export const TextContext = createContext<Text>(zhCN);
export const useText = (): Text => use(TextContext);
