/** The offline gift service. The time is an argument, lucky gifts follow a fixed order. */
import { defineMock, scenario, VIEWER } from '../../../mocks/scenario.ts';
import type { CallPlace, FeatureAnswer, FeatureBackend } from '../../../mocks/backend/feature-backend.ts';
import { fieldsOf, readJson, type Fields } from '../../../mocks/backend/json.ts';
import { readyPerson } from '../../../mocks/backend/people.ts';
import { countOf } from '../../core/counts.ts';

interface Gifts {
  balance: number;
  readonly bag: Record<number, number>;
  /** Answers by `reqId`, so that a repeated order is not paid again. At most MAX_KEPT, the oldest are dropped. */
  readonly answered: Map<string, object>;
  /** Gift counts by `comboId`, at most MAX_KEPT. */
  readonly combos: Map<string, number>;
  luckyTurns: number;
  lastSendsMs: readonly number[];
}

const MAX_KEPT = 500;
/** Further sends within the same second are refused. */
const SENDS_PER_S = 12;
const RICH_LEVEL = 18;
const GIFT_EFFECT = 601;
const NOT_LOGGED_IN = { code: 1, msg: '请先登录' } as const;

interface Row {
  readonly giftId: number;
  readonly name: string;
  readonly price: number;
  readonly icon: string;
  readonly giftType: number;
  readonly video?: string;
  readonly lucky?: 1;
  readonly letter?: 1;
  readonly guard?: 1;
  readonly level?: number;
}
const icon = (name: string): string => `/fixtures/images/${name}.svg`;
const video = (name: string): string => `/fixtures/effects/${name}.mp4`;

const HOT: readonly Row[] = [
  { giftId: 103, name: '荧光棒', price: 1, icon: icon('gift-stick'), giftType: 1 },
  { giftId: 101, name: '玫瑰', price: 10, icon: icon('gift-rose'), giftType: 1 },
  { giftId: 105, name: '幸运草', price: 20, icon: icon('lucky'), giftType: 2, lucky: 1 },
  { giftId: 104, name: '告白气球', price: 66, icon: icon('gift-balloon'), giftType: 3, letter: 1 },
  { giftId: 102, name: '星星', price: 100, icon: icon('gift-star'), giftType: 1 },
];
const GRAND: readonly Row[] = [
  { giftId: 203, name: '玫瑰花雨', price: 520, icon: icon('gift-petals'), giftType: 5, video: video('petals') },
  { giftId: 201, name: '烟花', price: 888, icon: icon('gift-fireworks'), giftType: 5, video: video('fireworks') },
  { giftId: 202, name: '火箭', price: 1_999, icon: icon('gift-rocket'), giftType: 5, video: video('rocket') },
  { giftId: 204, name: '演唱会', price: 5_200, icon: icon('gift-concert'), giftType: 5, video: video('concert') },
  { giftId: 205, name: '王冠', price: 10_000, icon: icon('gift-crown'), giftType: 5, video: video('crown') },
  { giftId: 206, name: '星河', price: 99_999, icon: icon('gift-galaxy'), giftType: 5, video: video('galaxy') },
];
const SPECIAL: readonly Row[] = [
  { giftId: 301, name: '守护之盾', price: 300, icon: icon('guard'), giftType: 4, guard: 1 },
  { giftId: 302, name: '贵宾灯牌', price: 200, icon: icon('star-card'), giftType: 1, level: 30 },
];
/** `?scenario=gift-errors`: one gift for each row of the error catalogue. */
const ERRORS: readonly (Row & { readonly refuses: object })[] = [
  { giftId: 9_001, name: '星币不足', refuses: { code: 100_032_049, msg: '余额不足' } },
  { giftId: 9_002, name: '仅守护', refuses: { code: 100_032_011, msg: '' } },
  { giftId: 9_003, name: '主播拒收', refuses: { code: 100_032_012, msg: '主播暂不接收此礼物' } },
  { giftId: 9_004, name: '次数用完', refuses: { code: 100_032_051, msg: '今日赠送次数已用完' } },
  { giftId: 9_005, name: '太快', refuses: { code: 500, msg: '您的操作太快了，请稍后' } },
  { giftId: 9_006, name: '其他错误', refuses: { code: 100_039_999, msg: 'internal: <b>stack</b>' } },
].map((row) => ({ ...row, price: 1, icon: icon('state-mic'), giftType: 1 }));

const ALL = [...HOT, ...GRAND, ...SPECIAL, ...ERRORS];

const tabs = (scenario: string) => [
  ...(scenario === 'gift-errors' ? [{ name: '错误', gifts: ERRORS.map(({ refuses: _refuses, ...row }) => row) }] : []),
  { name: '热门', gifts: HOT },
  { name: '豪华', gifts: GRAND },
  { name: '专属', gifts: SPECIAL },
];

const wallet = ({ balance, bag }: Gifts, { userId }: CallPlace) => ({
  balance,
  guard: readyPerson(userId)?.isGuard === true ? 1 : 0,
  bag: ALL.flatMap((row) => ((bag[row.giftId] ?? 0) === 0 ? [] : [{ ...row, count: bag[row.giftId] }])),
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) if (map.size > MAX_KEPT) map.delete(oldest);
}

function send(state: Gifts, body: unknown, place: CallPlace): FeatureAnswer {
  const fields = fieldsOf(body);
  const ext = fieldsOf(readJson(textOf(fields['ext'])));
  const [reqId, comboId] = [textOf(ext['reqId']), textOf(ext['comboId'])];
  const refuse = (code: number, msg: string): FeatureAnswer => ({ body: { code, msg }, pushes: [] });
  const known = state.answered.get(reqId);
  if (known !== undefined) return { body: known, pushes: [] };
  const broken = ERRORS.find(({ giftId }) => giftId === fields['giftId']);
  if (broken !== undefined) return { body: broken.refuses, pushes: [] };
  const row = ALL.find(({ giftId }) => giftId === fields['giftId']);
  const count = countOf(fields['giftNum']);
  state.lastSendsMs = [...state.lastSendsMs.filter((ms) => ms > place.nowMs - 1_000), place.nowMs];
  if (row === undefined || count === 0 || reqId === '') return refuse(100_030_001, '参数错误');
  if (state.lastSendsMs.length > SENDS_PER_S) return refuse(100_030_002, '操作太快了');
  if (row.guard === 1 && readyPerson(place.userId)?.isGuard !== true) return refuse(100_032_011, '');
  const isFromBag = fields['store'] === 1;
  const owned = state.bag[row.giftId] ?? 0;
  if (isFromBag && owned < count) return refuse(100_032_012, '包裹里的数量不够');
  const price = row.price * count;
  if (!isFromBag && price > state.balance) return refuse(100_032_049, '星币不足');
  const won = row.lucky === 1 && state.luckyTurns++ % 3 === 2 ? { times: 10, coins: price * 10 } : null;
  state.balance += (won?.coins ?? 0) - (isFromBag ? 0 : price);
  if (isFromBag) state.bag[row.giftId] = owned - count;
  const sum = (state.combos.get(comboId) ?? 0) + count;
  const answer = { code: 0, data: { balance: state.balance, ...(won === null ? {} : { lucky: won }) } };
  keep(state.answered, reqId, answer);
  keep(state.combos, comboId, sum);
  return { body: answer, pushes: [{ id: GIFT_EFFECT, body: effect(row, count, { comboId, sum }, fields, place) }] };
}

function effect(
  row: Row,
  num: number,
  combo: { readonly comboId: string; readonly sum: number },
  fields: Fields,
  place: CallPlace,
): object {
  const isStar = fields['toKgId'] === place.starId;
  return {
    giftid: row.giftId,
    giftname: row.name,
    num,
    price: row.price,
    senderid: place.userId,
    senderkugouid: place.userId,
    sendername: place.nickname,
    senderrichlevel: readyPerson(place.userId)?.richLevel ?? RICH_LEVEL,
    receiverid: fields['toUserId'],
    receiverkugouid: fields['toKgId'],
    receivername: isStar ? place.starName : '嘉宾 小满',
    comboLevel: comboLevel(combo.sum),
    comboSum: combo.sum,
    comboId: combo.comboId,
    videoUrls: row.video === undefined ? [] : [row.video],
    label: row.letter === 1 ? fields['letterContent'] : '',
    type: row.giftType,
    iconUrl: row.icon,
    roomid: place.roomId,
  };
}

/** Raised at 10, 66, 188 and so on; makes the banner brighter. */
const comboLevel = (sum: number): number => [10, 66, 188, 520, 1_314].filter((from) => sum >= from).length;

export const gifts: FeatureBackend<Gifts> = {
  prefix: '{secure}/gift/',
  begin: (userId) => ({
    balance: readyPerson(userId)?.coins ?? 20_000,
    bag: { 101: 12, 203: 2, 104: 3 },
    answered: new Map(),
    combos: new Map(),
    luckyTurns: 0,
    lastSendsMs: [],
  }),
  answer(state, { method, path, body }, place) {
    const only = (answer: unknown): FeatureAnswer => ({ body: answer, pushes: [] });
    switch (`${method} ${path}`) {
      case 'GET list':
        return only({ code: 0, data: { tabs: tabs(place.scenario), receivers: [{ userId: 91_101, kgId: 91_101, name: '嘉宾 小满' }] } });
      case 'GET wallet':
        return only(place.userId === 0 ? NOT_LOGGED_IN : { code: 0, data: wallet(state, place) });
      case 'POST send':
        return place.userId === 0 ? only(NOT_LOGGED_IN) : send(state, body, place);
      default:
        return null;
    }
  },
  recharge: (state, coins) => void (state.balance += countOf(coins)),
};

export const mock = defineMock({
  service: gifts,
  scenarios: {
    'gift-errors': scenario('A shop with a gift for each error of the catalogue', '商店里每种送礼错误各有一份礼物', { cookies: VIEWER }),
    'gift-answer-lost': scenario(
      'The answer to the first gift is lost: the gift is sent again with the same id and charged once',
      '第一份礼物的应答丢失：用同一编号重发，只付一次',
      {
        cookies: VIEWER,
        faults: [{ on: 'http', kind: 'status', status: 502, match: '/gift/send', times: 1 }],
      },
    ),
  },
});
