export const words = {
  title: '战队赛',
  about: '战队之间比积分，积分高的晋级下一轮。给喜欢的战队发一句快捷消息，就为它加 10 分。',
  open: '打开战队赛',
  clans: '战队积分',
  stages: { group: '小组赛', semifinal: '半决赛', final: '决赛', champion: '冠军产生' },
  score: (name: string, score: number): string => `${name} ${score}`,
  between: (name: string, score: number, other: string, otherScore: number): string => `${name} ${score} : ${otherScore} ${other}`,
  said: (clan: string, sender: string, text: string): string => `[${clan}] ${sender}：${text}`,
  left: (time: string): string => `还剩 ${time}`,
  settling: '结算中',
  cheer: (clan: string): string => `为 ${clan} 加油`,
  messages: ['加油', '冲鸭', '必胜'],
  say: (clan: string, text: string): string => `对 ${clan} 说「${text}」，加 10 分`,
  failed: '发送失败，请重试',
};

export type ClanWords = typeof words;
