import type { Translate } from '../../ui/features/panel.ts';
import { counted } from '../../ui/text/counted.ts';

export const words = (t: Translate) => ({
  title: t('幸运数字', 'Lucky number'),
  about: t(
    '领取一个幸运数字，时间到了会开出一个号码，与你的末位相同就能领奖，完全相同是大奖。',
    'Take a number. When the time is up, one is drawn: the same last digit wins a prize, the same number wins the big one.',
  ),
  open: t('打开幸运数字', 'Open the lucky number'),
  takeOne: t('点这里领号', 'Take your number'),
  take: t('领取我的号码', 'Take my number'),
  own: (number: string) => t(`你的号码 ${number}`, `Your number: ${number}`),
  ownLabel: t('你的号码', 'Your number'),
  drawnLabel: t('开奖号码', 'The drawn number'),
  drawn: (number: string) => t(`开奖 ${number}`, `Drawn: ${number}`),
  joined: (count: number) => t(`${count} 人已领号`, `${count} took part`),
  left: (time: string) => t(`${time} 后开奖`, `Drawn in ${time}`),
  settling: t('开奖中', 'Drawing'),
  won: t('你中奖了', 'You won'),
  winners: (count: number) => t(`${count} 人中奖`, counted(count, 'winner')),
  you: t('你', 'You'),
  number: (number: string) => t(`号码 ${number}`, `Number ${number}`),
  prize: (name: string, count: number) => `${name} ×${count}`,
  failed: t('领号失败，请重试', 'No number could be taken, please try again'),
});

export type LuckyWords = ReturnType<typeof words>;
