import { formatNumber } from '../../ui/text/numbers.ts';

interface NoticeFacts {
  readonly message: string;
  readonly gift: string;
  readonly count: number;
}
type Say = (notice: NoticeFacts) => string;

/** By the rules' reason. The refusal texts are those of S21, character by character. */
const notices = {
  coins: () => '星币不足,请先充值',
  guard: () => '此礼物仅守护尊享',
  said: ({ message }) => message,
  'too-fast': () => '操作太快',
  failed: () => '送礼失败',
  sent: ({ gift, count }) => `已送出 ${gift} ×${count}`,
  lucky: ({ gift, count }) => `幸运中奖 ${gift} 倍，获得 ${count} 星币`,
  level: ({ count }) => `财富等级达到 ${count} 级才能赠送`,
  owned: () => '包裹里的数量不够',
  quantity: () => '请输入 1 到 9999 的数量',
  gone: () => '这个礼物已经下架',
} satisfies Readonly<Record<string, Say>>;

export const words = {
  title: '礼物',
  close: '关闭',
  loading: '加载中...',
  failed: '加载失败，请稍后再试',
  retry: '重新加载',
  bag: '包裹',
  bagEmpty: '包裹里还没有礼物',
  bagGuest: '登录后查看包裹',
  coins: (coins: number): string => `${formatNumber(coins, 'zh-CN')} 星币`,
  balance: '余额',
  recharge: '充值',
  login: '登录',
  receiver: '送给',
  quantity: '数量',
  quantityPreset: (count: number): string => `${count} 个`,
  send: '赠送',
  sendNamed: (gift: string, count: number): string => `赠送 ${gift} ×${count}`,
  pick: '请选择一个礼物',
  pending: '正在送出',
  combo: '连击',
  comboNamed: (gift: string, presses: number): string => `连击 ${gift}，已 ${presses} 次`,
  letter: '想对 TA 说的话',
  letterLeft: (left: number): string => `还可输入 ${left} 字`,
  total: (coins: number): string => `共 ${formatNumber(coins, 'zh-CN')} 星币`,
  owned: (count: number): string => `×${count}`,
  ownedNamed: (count: number): string => `拥有 ${count} 个`,
  lucky: '幸运',
  letterMark: '信',
  guardOnly: '守护专属',
  levelOnly: (level: number): string => `${level} 级`,
  levelLock: (level: number): string => `财富等级 ${level} 级解锁`,
  effects: '礼物特效',
  notices: notices as Readonly<Record<keyof typeof notices, Say>>,
  popUp: {
    title: '充值提示',
    text: '你当前星币不足。',
    pay: '去充值',
    paying: '充值页面已打开，完成后点击“已完成充值”。',
    done: '已完成充值',
    leave: '稍后再说',
  },
};

export type GiftsWords = typeof words;
