export const words = {
  title: '听歌识曲',
  about: '听主播唱的一段，在倒计时内选出歌名。答对得分，三题之后看谁得分最高。',
  open: '打开题目',
  round: (round: number, total: number): string => `听歌识曲 ${round}/${total}`,
  phases: { asking: '答题中', revealed: '公布答案', settled: '最终排名' },
  answer: '点这里答题',
  choose: '选一个答案',
  waiting: '已作答，等待公布',
  right: '你答对了',
  wrong: '答错了',
  settling: '结算中',
  left: (time: string): string => `还剩 ${time}`,
  winners: '得分榜',
  score: (score: number): string => `${score} 分`,
  failed: '提交失败，请重试',
  quiz: {
    listen: '听一段',
    right: '正确答案',
    wrong: '你的答案',
    gone: '已排除',
    chosen: '已选择',
    votes: (count: number): string => `${count} 人选`,
  },
};

export type GuessWords = typeof words;
