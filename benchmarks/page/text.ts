/** Texts of the page. Names of figures, clips and devices are parts of the result and not translated; a title explains each figure. */
import { createContext, use } from 'react';
import type { Language } from '../../src/design/language.ts';
import type { FigureName } from './collected.ts';
import type { Part } from './step.ts';

const minutes = (seconds: number): readonly [number, number] => [Math.floor(Math.round(seconds) / 60), Math.round(seconds) % 60];

const zhCN = {
  title: '设备测试',
  about: '测量这台设备能解码、绘制和播放什么。测试时请保持本页在前台，不要操作设备。结果只留在本机，不会上传。',
  name: '设备名称（可不填，例如 Redmi 9A）',
  parts: { decode: '解码', paint: '绘制', play: '播放与发热', room: '直播间', network: '网络' } satisfies Record<Part, string>,
  whatRuns: '测试内容',
  start: '开始测试',
  stop: '停止',
  progress: '进度',
  running: (part: string, step: string) => `正在测试 ${part}：${step}`,
  left: (seconds: number) => {
    const [m, s] = minutes(seconds);
    return m === 0 ? `还需约 ${s} 秒` : `还需约 ${m} 分 ${s} 秒`;
  },
  finished: '测试结束，已测得的结果保留在下面。',
  failed: '测试出错：',
  stage: '测试画面',
  isolated: '共享内存可用：多线程解码也会测试。',
  notIsolated: '没有共享内存：只测试单线程解码。服务器发送 COOP 和 COEP 响应头后可测试多线程。',
  results: '结果',
  none: '还没有结果。开始测试，或打开一个结果文件。',
  open: '打开结果文件',
  drop: '也可以把一个或多个结果文件拖到本页，并排比较。',
  save: '保存为文件',
  link: '复制链接',
  linked: '链接已复制，其中包含结果。',
  tooLong: '结果太大，放不进链接，请保存为文件。',
  notCopied: '浏览器不允许复制。',
  remove: (name: string) => `移除 ${name}`,
  refused: (name: string, why: string) => `${name} 不是测试结果：${why}`,
  missing: '未能测试',
  remembered: (costs: string) => `直播间会在这台设备上按测得的解码耗时选择画面类型、尺寸和线程数（每百万像素毫秒）：${costs}`,
  quick: '快速测试',
  device: '设备',
  contestant: '项目',
  figure: {
    speed: '每秒解码画面数，画面可读，不绘制也不复制',
    cost: '解码每百万像素所用毫秒，直播间用它和自己的上限比较',
    opened: '从新线程请求到解码器就绪：加载、编译、内存、线程',
    'first picture': '到第一幅画面解码完成',
    memory: '解码后解码器的内存',
    busy: '每秒绘制 30 幅画面时线程被占用的时间比例',
    presented: '每秒呈现的画面数',
    'longest gap': '两幅呈现画面之间的最长间隔',
    start: '从开始播放到第一幅画面',
    painted: '每秒显示的画面数',
    dropped: '已解码但没有显示的画面',
    stalls: '画面停顿 400 毫秒以上的次数',
    stalled: '停顿时间占比',
    latency: '落后于最新到达数据的时间，中位数',
    decode: '播放器自带解码器解码一幅画面的平均时间',
    level: '结束时的解码级别：0 全部解码，3 只解码关键帧',
    'main thread': '主线程没有立即应答的时刻占比',
    'answer p95': '主线程应答消息的时间，第 95 百分位',
    'long tasks': '每秒中 50 毫秒以上长任务的时间',
    'frame p95': '两个动画帧之间的时间，第 95 百分位',
    'longest frame': '两个动画帧之间的最长时间',
    battery: '电量',
  } as Readonly<Record<FigureName, string>>,
};
export type Text = typeof zhCN;

const en: Text = {
  title: 'Device benchmark',
  about:
    'Measures what this device decodes, paints and plays. Keep this page in front and leave the device alone while it runs. The result stays on this device; nothing is sent.',
  name: 'Name of the device (optional, for example Redmi 9A)',
  parts: { decode: 'Decode', paint: 'Paint', play: 'Play and heat', room: 'Room', network: 'Network' },
  whatRuns: 'What is measured',
  start: 'Start',
  stop: 'Stop',
  progress: 'Progress',
  running: (part, step) => `${part}: ${step}`,
  left: (seconds) => {
    const [m, s] = minutes(seconds);
    return m === 0 ? `about ${s} s left` : `about ${m} min ${s} s left`;
  },
  finished: 'The run has ended. What was measured is below.',
  failed: 'The run failed: ',
  stage: 'Measured pictures',
  isolated: 'Shared memory is available, so decoding with several threads is measured too.',
  notIsolated: 'No shared memory: one decoding thread is measured. A server that sends COOP and COEP enables several threads.',
  results: 'Results',
  none: 'No result yet. Start a run, or open a result file.',
  open: 'Open result files',
  drop: 'One or more result files can also be dropped on this page; they are compared side by side.',
  save: 'Save as file',
  link: 'Copy link',
  linked: 'The link is copied. It contains the result.',
  tooLong: 'The result is too large for a link: save it as a file.',
  notCopied: 'This browser does not allow copying.',
  remove: (name) => `Remove ${name}`,
  refused: (name, why) => `${name} is no result of this page: ${why}`,
  missing: 'Not measured',
  remembered: (costs) =>
    `On this device the room now chooses kind, size and threads by these measured costs of decoding (milliseconds per megapixel): ${costs}`,
  quick: 'quick run',
  device: 'Device',
  contestant: 'Contestant',
  // The meanings of the result are English.
  figure: {} as Text['figure'],
};

export const TEXTS: Readonly<Record<Language, Text>> = { 'zh-CN': zhCN, en };
export const TextContext = createContext<Text>(zhCN);
export const useText = (): Text => use(TextContext);
