import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('AI 告白', 'AI confession'),
  star: t('主播', 'The star'),
  you: t('你', 'you'),
  says: (star: string, user: string) => t(`${star} 对 ${user} 说`, `${star} to ${user}:`),
  quoted: (text: string) => `“${text}”`,
  seconds: (left: number) => t(`${left} 秒`, `${left} s`),
  accept: t('收下心意', 'Accept'),
  decline: t('下次再说', 'Maybe later'),
  replies: {
    accepted: (user: string) => t(`${user} 收下了这份心意`, `${user} accepted`),
    declined: (user: string) => t(`${user} 说下次再说`, `${user}: maybe later`),
  },
  listen: t('听告白的声音', 'Listen to the confession'),
  failed: t('回应失败，请重试', 'The answer was not sent, please try again'),
});

export type ConfessionWords = ReturnType<typeof words>;
