import type { Translate } from '../../ui/features/panel.ts';

type LineText = (who: string, what: string, count: number) => string;

export const words = (t: Translate) => ({
  title: t('音乐 PK', 'Music PK'),
  about: t(
    '两位主播比音乐知识，答错掉一滴血。你的选择会成为本房间主播的答案，还可以用道具、打 call、助她复活。',
    'Two stars answer questions about music; a wrong answer costs health. Your choice becomes the answer of this room’s star, and you can help with kits, cheers and a revival.',
  ),
  open: t('打开音乐 PK', 'Open the music PK'),
  against: (own: string, rival: string) => t(`${own} 对 ${rival}`, `${own} against ${rival}`),
  blood: (own: string, ownBlood: number, rival: string, rivalBlood: number) => `${own} ♥${ownBlood} : ♥${rivalBlood} ${rival}`,
  bloodOf: (blood: number, total: number) => t(`血量 ${blood}/${total}`, `Health ${blood}/${total}`),
  phases: {
    match: t('匹配成功', 'Matched'),
    answer: t('答题中', 'Question'),
    reveal: t('公布答案', 'The answer'),
    help: t('等待复活', 'Needs a revival'),
    settled: t('结算', 'Result'),
  },
  round: (round: number, total: number) =>
    t(total > 0 ? `第 ${round}/${total} 题` : `第 ${round} 题`, total > 0 ? `Question ${round}/${total}` : `Question ${round}`),
  answer: t('点这里答题', 'answer now'),
  choose: t('选一个答案', 'Choose an answer'),
  waiting: t('已作答，等待公布', 'answered, wait for the result'),
  settling: t('结算中', 'Counting'),
  left: (time: string) => t(`还剩 ${time}`, `${time} left`),
  score: (score: number) => t(`${score} 分`, `${score} points`),
  wasRight: t('答对了', 'Right'),
  wasWrong: t('答错了', 'Wrong'),
  tips: {
    tip: (what: string) => what,
    'common-tip': (what: string) => t(`提示：${what}`, `Tip: ${what}`),
    'all-station': (what: string) => t(`全站：${what}`, `All rooms: ${what}`),
    room: (what: string) => t(`本房间：${what}`, `This room: ${what}`),
  },
  openTip: t('查看详情', 'Read more'),
  lines: {
    entered: ((who) => t(`${who} 进入了比赛`, `${who} is in the game`)) as LineText,
    paused: ((who) => t(`${who} 暂时离开`, `${who} is away for a moment`)) as LineText,
    call: ((who, _what, count) => t(`${who} 打 call ×${count}`, `${who} cheers ×${count}`)) as LineText,
    kit: ((who, what) => t(`${who} 使用了「${what}」`, `${who} used ${what}`)) as LineText,
    'kit-add': ((who, what, count) =>
      t(
        `${who === '' ? '获得' : `${who} 获得`}「${what}」×${count}`,
        `${who === '' ? 'Received' : `${who} received`} ${what} ×${count}`,
      )) as LineText,
    excluded: ((_who, _what, count) => t(`已排除 ${count} 个错误选项`, `${count} wrong options removed`)) as LineText,
    reborn: ((who, what) => t(`${who} 助 ${what} 复活`, `${who} brought ${what} back`)) as LineText,
    remind: ((who, what) => `${who} ${what}`) as LineText,
  },
  help: t('帮主播一把', 'Help the star'),
  kit: (name: string, count: number) => `${name} ×${count}`,
  call: t('打 call', 'Cheer'),
  reborn: (name: string) => t(`助 ${name} 复活，100 星币`, `Bring ${name} back for 100 coins`),
  winner: (winner: 'own' | 'rival' | 'draw', own: string, rival: string) =>
    t(
      winner === 'draw' ? '平局' : `${winner === 'own' ? own : rival} 获胜`,
      winner === 'draw' ? 'A draw' : `${winner === 'own' ? own : rival} wins`,
    ),
  result: t('结果', 'Result'),
  gain: t('收获', 'Gained'),
  gained: (score: number, coin: number) => t(`${score} 分，${coin} 星币`, `${score} points, ${coin} coins`),
  season: t('赛季', 'Season'),
  level: (level: number) => t(`赛季等级 ${level}`, `Season level ${level}`),
  failed: t('操作失败，请重试', 'That did not work, please try again'),
});

export type MusicPkWords = ReturnType<typeof words>;
