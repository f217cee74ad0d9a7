/** Texts of the socket debug view: for developers, so in a separate chunk. */
export const SOCKET_DEBUG_WORDS = {
  'zh-CN': {
    filter: '按名称或内容筛选',
    figures: (messages: number, bytes: number, lagMs: number, acks: number) =>
      `${messages} 条消息 · ${bytes} 字节 · 延迟 ${lagMs} 毫秒 · 已确认 ${acks}`,
    raw: '原始帧与心跳',
    counts: '按消息计数',
    id: '编号',
    name: '名称',
    count: '条数',
    bytes: '字节',
  },
  en: {
    filter: 'Filter by name or text',
    figures: (messages: number, bytes: number, lagMs: number, acks: number) =>
      `${messages} messages · ${bytes} bytes · ${lagMs} ms behind · ${acks} acknowledged`,
    raw: 'Raw frames and heartbeats',
    counts: 'Counted by message',
    id: 'Id',
    name: 'Name',
    count: 'Count',
    bytes: 'Bytes',
  },
} as const;
