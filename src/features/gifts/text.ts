import type { Translate } from '../../ui/features/panel.ts';
import { formatNumber } from '../../ui/text/numbers.ts';

interface NoticeFacts {
  readonly message: string;
  readonly gift: string;
  readonly count: number;
}

export const words = (t: Translate) => ({
  title: t('礼物', 'Gifts'),
  close: t('关闭', 'Close'),
  loading: t('加载中...', 'Loading...'),
  failed: t('加载失败，请稍后再试', 'It could not be loaded. Please try again later'),
  retry: t('重新加载', 'Load again'),
  bag: t('包裹', 'Package'),
  bagEmpty: t('包裹里还没有礼物', 'There is nothing in your package yet'),
  bagGuest: t('登录后查看包裹', 'Log in to see your package'),
  coins: (coins: number) => t(`${formatNumber(coins, 'zh-CN')} 星币`, `${formatNumber(coins, 'en')} coins`),
  balance: t('余额', 'Balance'),
  recharge: t('充值', 'Recharge'),
  login: t('登录', 'Log in'),
  receiver: t('送给', 'To'),
  quantity: t('数量', 'Quantity'),
  quantityPreset: (count: number) => t(`${count} 个`, String(count)),
  send: t('赠送', 'Send'),
  sendNamed: (gift: string, count: number) => t(`赠送 ${gift} ×${count}`, `Send ${gift} ×${count}`),
  sendAgain: (gift: string, coins: number) =>
    t(`再送一个 ${gift}，${formatNumber(coins, 'zh-CN')} 星币`, `Send ${gift} again, ${formatNumber(coins, 'en')} coins`),
  pick: t('请选择一个礼物', 'Choose a gift'),
  pending: t('正在送出', 'Sending'),
  combo: t('连击', 'Combo'),
  comboNamed: (gift: string, presses: number) => t(`连击 ${gift}，已 ${presses} 次`, `Combo of ${gift}, pressed ${presses} times`),
  letter: t('想对 TA 说的话', 'A few words with the gift'),
  letterLeft: (left: number) => t(`还可输入 ${left} 字`, `${left} characters left`),
  total: (coins: number) => t(`共 ${formatNumber(coins, 'zh-CN')} 星币`, `${formatNumber(coins, 'en')} coins in all`),
  owned: (count: number) => `×${count}`,
  ownedNamed: (count: number) => t(`拥有 ${count} 个`, `You own ${count}`),
  lucky: t('幸运', 'Lucky'),
  letterMark: t('信', 'Letter'),
  guardOnly: t('守护专属', 'Guards only'),
  levelOnly: (level: number) => t(`${level} 级`, `Lv ${level}`),
  levelLock: (level: number) => t(`财富等级 ${level} 级解锁`, `Unlocked at rich level ${level}`),
  effects: t('礼物特效', 'Gift effects'),
  /** By the rules' reason. The refusal texts are those of S21, character by character. */
  notices: {
    coins: () => t('星币不足,请先充值', 'Not enough coins, please recharge first'),
    guard: () => t('此礼物仅守护尊享', 'This gift is for guards only'),
    'service-text': ({ message }: NoticeFacts) => message,
    'too-fast': () => t('操作太快', 'Too fast, please slow down'),
    failed: () => t('送礼失败', 'The gift was not sent'),
    sent: ({ gift, count }: NoticeFacts) => t(`已送出 ${gift} ×${count}`, `Sent ${gift} ×${count}`),
    lucky: ({ gift, count }: NoticeFacts) =>
      t(`幸运中奖 ${gift} 倍，获得 ${count} 星币`, `Lucky! ${gift} times the price: ${count} coins are yours`),
    level: ({ count }: NoticeFacts) => t(`财富等级达到 ${count} 级才能赠送`, `This gift needs rich level ${count}`),
    owned: () => t('包裹里的数量不够', 'You do not own that many'),
    quantity: () => t('请输入 1 到 9999 的数量', 'Enter a quantity from 1 to 9999'),
    gone: () => t('这个礼物已经下架', 'This gift is no longer in the shop'),
  },
  popUp: {
    title: t('充值提示', 'Recharge'),
    text: t('你当前星币不足。', 'You do not have enough coins.'),
    pay: t('去充值', 'Recharge now'),
    paying: t('充值页面已打开，完成后点击“已完成充值”。', 'The recharge page is open. Press “I have paid” when you are done.'),
    done: t('已完成充值', 'I have paid'),
    leave: t('稍后再说', 'Later'),
  },
});

export type GiftsWords = ReturnType<typeof words>;
