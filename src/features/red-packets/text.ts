import type { Translate } from '../../ui/features/panel.ts';
import { counted } from '../../ui/text/counted.ts';

export const words = (t: Translate) => ({
  of: (sender: string) => t(sender === '' ? '红包' : `${sender} 的红包`, sender === '' ? 'Red packet' : `${sender}’s red packet`),
  statuses: {
    waiting: (num: number, _left: number) =>
      t(`${num} 个红包，倒计时结束开抢`, `${counted(num, 'share')}, grab when the countdown is over`),
    open: (num: number, left: number) => t(`还剩 ${left} / ${num} 个，快抢`, `${left} of ${num} left, be quick`),
    empty: (_num: number, _left: number) => t('手慢了，红包已抢完', 'Too late, all of it is gone'),
    over: (_num: number, _left: number) => t('红包已结束', 'This packet is over'),
  },
  /** Open, for a viewer who may not grab it. */
  left: (num: number, left: number) => t(`还剩 ${left} / ${num} 个`, `${left} of ${num} left`),
  givers: {
    star: t('主播发出', 'Sent by the star'),
    admin: t('房管发出', 'Sent by a room admin'),
    viewer: t('观众发出', 'Sent by a viewer'),
  },
  audiences: {
    followers: t('关注主播可抢', 'For followers'),
    'fan-club': t('粉丝团成员可抢', 'For the fan club'),
    guards: t('守护可抢', 'For guards'),
    admins: t('仅房管可抢', 'Room admins only'),
    star: t('仅主播可抢', 'For the star'),
    unknown: t('仅限部分用户', 'For selected users'),
  },
  grab: t('抢', 'Grab'),
  who: t('看大家的手气', 'Who got what'),
  got: (coin: number) => t(`抢到 ${coin} 星币`, `You got ${coin} coins`),
  more: (count: number) => t(`还有 ${count} 个红包`, `${count} more`),
  failed: t('没抢到，请再试一次', 'Nothing yet, please try again'),
  sum: (coin: number, taken: number, num: number) =>
    t(`共 ${coin} 星币，已领 ${taken} / ${num} 个`, `${coin} coins, ${taken} of ${num} shares taken`),
  nobody: t('还没有人抢到', 'Nobody has taken a share yet'),
  best: t('手气最佳', 'Best luck'),
  coins: (coin: number) => t(`${coin} 星币`, `${coin} coins`),
  give: t('发红包', 'Give a red packet'),
  fields: {
    coin: (min: number, max: number) => t(`总星币（${min} 到 ${max}）`, `Total coins (${min} to ${max})`),
    num: (min: number, max: number) => t(`个数（${min} 到 ${max}）`, `Shares (${min} to ${max})`),
    title: t('祝福语', 'Your message'),
  },
  usualTitle: t('大家好运连连', 'Good luck, everyone'),
  giveFailed: t('红包没有发出，请重试', 'Not sent, please try again'),
});

export type RedPacketsWords = ReturnType<typeof words>;
