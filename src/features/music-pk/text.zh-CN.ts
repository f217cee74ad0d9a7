type Said = (who: string, what: string, count: number) => string;

export const words = {
  title: '音乐 PK',
  about: '两位主播比音乐知识，答错掉一滴血。你的选择会成为本房间主播的答案，还可以用道具、打 call、助她复活。',
  open: '打开音乐 PK',
  against: (own: string, rival: string): string => `${own} 对 ${rival}`,
  blood: (own: string, ownBlood: number, rival: string, rivalBlood: number): string => `${own} ♥${ownBlood} : ♥${rivalBlood} ${rival}`,
  bloodOf: (blood: number, total: number): string => `血量 ${blood}/${total}`,
  phases: { match: '匹配成功', answer: '答题中', reveal: '公布答案', help: '等待复活', settled: '结算' },
  round: (round: number, total: number): string => (total > 0 ? `第 ${round}/${total} 题` : `第 ${round} 题`),
  answer: '点这里答题',
  choose: '选一个答案',
  waiting: '已作答，等待公布',
  settling: '结算中',
  left: (time: string): string => `还剩 ${time}`,
  score: (score: number): string => `${score} 分`,
  wasRight: '答对了',
  wasWrong: '答错了',
  lines: {
    call: ((who, _what, count) => `${who} 打 call ×${count}`) as Said,
    kit: ((who, what) => `${who} 使用了「${what}」`) as Said,
    reborn: ((who, what) => `${who} 助 ${what} 复活`) as Said,
    remind: ((who, what) => `${who} ${what}`) as Said,
  },
  help: '帮主播一把',
  kit: (name: string, count: number): string => `${name} ×${count}`,
  call: '打 call',
  reborn: (name: string): string => `助 ${name} 复活，100 星币`,
  winner: (winner: 'own' | 'rival' | 'draw', own: string, rival: string): string =>
    winner === 'draw' ? '平局' : `${winner === 'own' ? own : rival} 获胜`,
  result: '结果',
  gain: '收获',
  gained: (score: number, coin: number): string => `${score} 分，${coin} 星币`,
  season: '赛季',
  level: (level: number): string => `赛季等级 ${level}`,
  failed: '操作失败，请重试',
  quiz: { right: '正确答案', wrong: '你的答案', gone: '已排除', chosen: '已选择', votes: (count: number): string => `${count} 人选` },
};

export type MusicPkWords = typeof words;
