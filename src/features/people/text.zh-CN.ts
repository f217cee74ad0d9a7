export const words = {
  title: '在线观众',
  open: (count: string, names: readonly string[]) => `在线观众 ${count}：${names.join('、')}`,
  tabs: { viewers: '在线', guards: '守护' },
  kinds: '显示谁',
  ranks: '贡献榜',
  mystic: '神秘嘉宾',
  guard: (level: number) => `守护 ${level}`,
  coins: (coins: string) => `贡献 ${coins}`,
  more: (count: string) => `还有 ${count} 位观众`,
  nobody: { viewers: '还没有观众', guards: '还没有人成为守护' },
};

export type PeopleWords = typeof words;
