/** Texts of the playground; ui/text/text.ts selects the language, as in the room. */
import { createContext, use } from 'react';

type Pair<T> = readonly [zhCN: T, en: T];
const pair = <T>(zhCN: T, en: T): Pair<T> => [zhCN, en];

const TEXT = {
  title: pair('解码实验室', 'Decoder playground'),
  about: pair(
    '在浏览器里用 Footlight 的 WebAssembly 解码器逐帧查看 H.265',
    "H.265 picture by picture, decoded in the browser by Footlight's WebAssembly decoder",
  ),
  drop: pair('把文件拖到这里', 'Drop a file here'),
  dropNote: pair('FLV、MP4 或 .265 裸流，文件不会离开这台电脑', 'FLV, MP4 or a raw .265 stream; it never leaves this machine'),
  choose: pair('选择文件', 'Choose a file'),
  address: pair('文件或直播流的地址', 'Address of a file or a live stream'),
  load: pair('打开', 'Open'),
  samples: pair('示例', 'Samples'),
  another: pair('换一个文件', 'Another file'),
  opening: pair('正在读取…', 'Reading…'),
  fetched: pair(
    (mb: string) => `已读取 ${mb} MB`,
    (mb) => `${mb} MB read`,
  ),
  analysing: pair('正在逐帧解码…', 'Decoding picture by picture…'),
  play: pair('播放', 'Play'),
  pause: pair('暂停', 'Pause'),
  previous: pair('上一帧', 'Previous picture'),
  next: pair('下一帧', 'Next picture'),
  first: pair('第一帧', 'First picture'),
  rate: pair('倍速', 'Speed'),
  threads: pair('线程', 'Threads'),
  build: pair('模块', 'Module'),
  auto: pair('自动', 'automatic'),
  frameOf: pair(
    (index: number, count: number) => `第 ${index} 帧，共 ${count} 帧`,
    (index, count) => `Picture ${index} of ${count}`,
  ),
  timeline: pair('时间轴', 'Timeline'),
  timelineHelp: pair(
    '上：每帧字节数；下：每帧解码用时。点击或用方向键选帧',
    'Above: bytes of each picture. Below: time to decode it. Click, or use the arrow keys',
  ),
  size: pair('大小', 'Size'),
  time: pair('用时', 'Time'),
  stream: pair('码流', 'Stream'),
  decoder: pair('解码器', 'Decoder'),
  sets: pair('参数集', 'Parameter sets'),
  pictures: pair('帧列表', 'Pictures'),
  log: pair('日志', 'Log'),
  emptyLog: pair('没有错误', 'No errors'),
  cut: pair('不完整', 'incomplete'),
  file: pair('文件', 'File'),
  codec: pair('编码', 'Codec'),
  picture: pair('画面', 'Picture'),
  count: pair('帧数', 'Pictures'),
  bitrate: pair('平均码率', 'Mean bit rate'),
  duration: pair('时长', 'Duration'),
  decodeMean: pair('平均每帧', 'Mean a picture'),
  decodeMax: pair('最慢一帧', 'Slowest picture'),
  memory: pair('内存', 'Memory'),
  fullSpeed: pair('全速解码', 'Decode at full speed'),
  fullSpeedOf: pair(
    (fps: string, ms: string) => `${fps} 帧/秒（${ms} 毫秒）`,
    (fps, ms) => `${fps} pictures/s (${ms} ms)`,
  ),
  hashes: pair('计算每帧 MD5', 'MD5 of each picture'),
  compare: pair('与浏览器解码器比较', "Compare with the browser's decoder"),
  unsupported: pair('这个浏览器没有可用于此码流的 H.265 解码器', 'This browser has no H.265 decoder for this stream'),
  compared: pair(
    (same: number, all: number) => `${same} / ${all} 帧完全一致`,
    (same, all) => `${same} of ${all} pictures are identical`,
  ),
  browserSpeed: pair('浏览器', 'Browser'),
  ownSpeed: pair('Footlight', 'Footlight'),
  failed: pair('失败', 'Failed'),
  exportJson: pair('导出 JSON', 'Export JSON'),
  type: pair('类型', 'Type'),
  bytes: pair('字节', 'Bytes'),
  damaged: pair('有损坏', 'damaged'),
  layers: pair('叠加', 'Layers'),
  blocksOf: pair(
    (coding: number, prediction: number, transform: number) => `${coding} 个 CU，${prediction} 个 PU，${transform} 个 TB`,
    (coding, prediction, transform) => `${coding} CU, ${prediction} PU, ${transform} TB`,
  ),
  shares: pair(
    (intra: string, skipped: string) => `帧内 ${intra}，跳过 ${skipped}`,
    (intra, skipped) => `${intra} intra, ${skipped} skipped`,
  ),
};

/** Titles of the layers' buttons. */
const LAYERS = {
  ctb: pair('编码树块（CTB）的网格', 'The grid of coding tree blocks (CTB)'),
  tb: pair('变换块（TB）', 'Transform blocks (TB)'),
  pu: pair('预测块（PU）：红底为帧内，蓝底为帧间，无底色为跳过', 'Prediction blocks (PU): red is intra, blue is inter, plain is skipped'),
  qp: pair('量化参数（QP）：蓝低红高', 'Quantization (QP): blue is low, red is high'),
  mv: pair('运动矢量（MV）：橙为列表 0，绿为列表 1', 'Motion vectors (MV): orange is list 0, green is list 1'),
};

/** By the code of a refusal. */
const ERRORS = {
  DECODER_UNSUPPORTED: pair('这个文件里没有可以解码的 H.265 视频', 'There is no H.265 video in this file that can be decoded'),
  FETCH: pair('读取失败：地址不可达，或对方不允许跨域读取', 'Not to be read: the address does not answer, or does not allow other origins'),
  TOO_LARGE: pair('文件太大', 'The file is too large'),
  other: pair('打开失败', 'The file could not be opened'),
};

type Chosen<Table> = { readonly [Key in keyof Table]: Table[Key] extends Pair<infer T> ? T : never };
const choose = <Table extends Readonly<Record<string, Pair<unknown>>>>(table: Table, language: 0 | 1): Chosen<Table> =>
  Object.fromEntries(Object.entries(table).map(([key, texts]) => [key, texts[language]])) as Chosen<Table>;

const textsOf = (language: 0 | 1) => ({
  ...choose(TEXT, language),
  layer: choose(LAYERS, language),
  errors: choose(ERRORS, language),
});
export type Text = ReturnType<typeof textsOf>;

export const TEXTS = { 'zh-CN': textsOf(0), en: textsOf(1) } as const;
export const TextContext = createContext<Text>(TEXTS['zh-CN']);
export const useText = (): Text => use(TextContext);
