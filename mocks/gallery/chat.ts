import type { Badge, ChatRow } from '../../src/core/room/view.ts';

const NAMES = [
  '晚风与琴',
  '小鹿不迷路',
  '今夜星光',
  'Aria_07',
  '路过的云',
  '北城旧梦',
  '橘子汽水',
  '听雨客',
  'MoonRiver',
  '柚子茶',
  '阿泽',
  '半糖去冰',
];
const WORDS = [
  '这首歌太好听了，单曲循环一整天',
  '来了来了！',
  '副歌高音好稳啊',
  '想听《夜空中最亮的星》可以吗',
  '主播今天状态真好',
  'Greetings from Lisbon, lovely voice!',
  '第一次来，直接关注了',
  '吉他间奏是现场弹的吗？好厉害',
  '哈哈哈哈笑死我了',
  '声音开到最大，戴上耳机，世界安静了',
  '晚安大家，明天还来',
  '打卡第 128 天',
];
const badge = (type: Badge['type'], text: string, level = 0): Badge => ({ type, text, level, iconUrl: '' });
const BADGES: readonly (readonly Badge[])[] = [
  [],
  [badge('fan', '星河团', 12)],
  [badge('guard', '守护')],
  [],
  [badge('vip', '周星 VIP'), badge('medal', '知音')],
  [badge('plate', '荧光牌')],
  [],
  [badge('fancy-number', '靓号 8888')],
  [],
  [badge('fan', '星河团', 3), badge('lucky', '幸运')],
  [],
  [badge('honor', '月榜第三')],
];

/** Sample rows derived from their number, so that they are the same in each run. */
export function chatRows(count: number, from = 1): readonly ChatRow[] {
  return Array.from({ length: count }, (_, index) => chatRow(from + index));
}

function chatRow(id: number): ChatRow {
  const at = id % 12;
  const row: ChatRow = {
    id,
    type: 'chat',
    userId: 5000 + at,
    name: NAMES[at] ?? '',
    richLevel: [0, 6, 14, 3, 27, 11, 0, 43, 2, 35, 8, 19][at] ?? 0,
    text: WORDS[(id * 5) % 12] ?? '',
    isStar: false,
    isMe: false,
    isSecret: false,
    toName: '',
    badges: BADGES[at] ?? [],
    timeMs: 1_790_000_000_000 + id * 900,
  };
  if (id % 26 === 3) return { ...row, type: 'welcome', text: '进入直播间', badges: [] };
  if (id % 26 === 8) return { ...row, type: 'gift', text: '荧光棒 ×66', toName: '林听夏' };
  if (id % 26 === 11) return { ...row, type: 'notice', name: '', text: '文明观看，理性消费。谨防私下交易。' };
  if (id % 26 === 16)
    return { ...row, name: '林听夏', isStar: true, richLevel: 38, text: '谢谢大家，下一首唱给第一次来的朋友', badges: [] };
  if (id % 26 === 19) return { ...row, toName: '林听夏', isSecret: true, text: '可以点歌吗' };
  if (id % 26 === 22)
    return { ...row, name: '夜航船', isMe: true, richLevel: 16, text: '前奏一响起鸡皮疙瘩', badges: [badge('fan', '星河团', 7)] };
  if (id === 26) return { ...row, type: 'own-waiting', name: '夜航船', isMe: true, richLevel: 16, text: '再来一首！', badges: [] };
  return row;
}
