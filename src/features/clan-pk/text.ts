import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('战队赛', 'Clan PK'),
  about: t(
    '战队之间比积分，积分高的晋级下一轮。给喜欢的战队发一句快捷消息，就为它加 10 分。',
    'Clans collect points, and the best go on to the next stage. A quick message to a clan gives it 10 points.',
  ),
  open: t('打开战队赛', 'Open the clan PK'),
  clans: t('战队积分', 'Points of the clans'),
  stages: {
    group: t('小组赛', 'Group stage'),
    semifinal: t('半决赛', 'Semi-final'),
    final: t('决赛', 'Final'),
    champion: t('冠军产生', 'Champion'),
  },
  score: (name: string, score: number) => `${name} ${score}`,
  between: (name: string, score: number, other: string, otherScore: number) => `${name} ${score} : ${otherScore} ${other}`,
  line: (clan: string, sender: string, text: string) => t(`[${clan}] ${sender}：${text}`, `[${clan}] ${sender}: ${text}`),
  left: (time: string) => t(`还剩 ${time}`, `${time} left`),
  settling: t('结算中', 'Counting'),
  cheer: (clan: string) => t(`为 ${clan} 加油`, `Cheer for ${clan}`),
  messages: [t('加油', 'Go!'), t('冲鸭', 'Faster!'), t('必胜', 'Win!')],
  say: (clan: string, text: string) => t(`对 ${clan} 说「${text}」，加 10 分`, `${text} Say it to ${clan}: 10 points`),
  failed: t('发送失败，请重试', 'Not sent, please try again'),
});

export type ClanWords = ReturnType<typeof words>;
