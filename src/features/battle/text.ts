import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: 'PK',
  phases: {
    match: t('匹配成功', 'Matched'),
    fight: t('PK 中', 'PK'),
    punishment: t('惩罚时间', 'Punishment'),
    result: t('PK 结果', 'Result'),
  },
  settling: t('结算中', 'Counting'),
  round: (round: number, total: number) => t(`第 ${round} / ${total} 轮`, `Round ${round} of ${total}`),
  scores: (own: string, ownScore: number, rival: string, rivalScore: number) =>
    t(`${own} ${ownScore} 比 ${rival} ${rivalScore}`, `${own} ${ownScore} to ${rival} ${rivalScore}`),
  won: (name: string) => t(`${name} 获胜`, `${name} wins`),
  draw: t('平局', 'A draw'),
  punished: (name: string, what: string) => t(`${name} 接受惩罚：${what}`, `Punishment for ${name}: ${what}`),
  flash: (giver: string, name: string) => t(`${giver} 助 ${name} 反败为胜`, `${giver} put ${name} ahead`),
  details: t('PK 详情', 'PK details'),
  givers: t('助力榜', 'Top supporters'),
  noGivers: t('还没有人助力', 'No supporters yet'),
  support: t('助力', 'Support'),
  give: (name: string, coin: number) => t(`为 ${name} 助力 ${coin} 星币`, `Give ${coin} coins for ${name}`),
  failed: t('助力失败，请重试', 'That did not work, please try again'),
  team: (teamId: number) => t(`战队 ${teamId}`, `Team ${teamId}`),
  own: t('本房', 'This room'),
  rival: t('对手', 'The rival'),
  start: t('开始 PK', 'Start a PK'),
  end: t('结束 PK', 'End the PK'),
  none: t('现在没有 PK', 'No PK is running'),
  commandFailed: t('操作失败，请重试', 'That did not work, please try again'),
});

export type BattleWords = ReturnType<typeof words>;
