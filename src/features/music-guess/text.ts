import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('听歌识曲', 'Guess the song'),
  about: t(
    '听主播唱的一段，在倒计时内选出歌名。答对得分，三题之后看谁得分最高。',
    'Listen to what the star sings and choose the song before the time is up. Three questions; the best score wins.',
  ),
  open: t('打开题目', 'Open the question'),
  round: (round: number, total: number) => t(`听歌识曲 ${round}/${total}`, `Guess the song ${round}/${total}`),
  phases: { asking: t('答题中', 'Your answer'), revealed: t('公布答案', 'The answer'), settled: t('最终排名', 'Final ranking') },
  answer: t('点这里答题', 'Answer now'),
  choose: t('选一个答案', 'Choose an answer'),
  waiting: t('已作答，等待公布', 'Answered, wait for the result'),
  right: t('你答对了', 'Correct'),
  wrong: t('答错了', 'Wrong'),
  settling: t('结算中', 'Counting'),
  left: (time: string) => t(`还剩 ${time}`, `${time} left`),
  winners: t('得分榜', 'Scores'),
  score: (score: number) => t(`${score} 分`, score === 1 ? '1 point' : `${score} points`),
  failed: t('提交失败，请重试', 'Not sent, please try again'),
});

export type GuessWords = ReturnType<typeof words>;
