/**
 * Every feature of the room from its start to its settlement, one row each: what is displayed, what the viewer does, and the result. The
 * texts are the features' own, so that each row holds in both languages. `modules.spec.ts` runs the rows; a unit test compares them with
 * the registry.
 */
import { ORDER_TEXT } from '../../src/ui/features/parts/order-text.ts';
import { words as battleZh } from '../../src/features/battle/text.zh-CN.ts';
import { words as battleEn } from '../../src/features/battle/text.en.ts';
import { words as ceremonyZh } from '../../src/features/ceremony/text.zh-CN.ts';
import { words as ceremonyEn } from '../../src/features/ceremony/text.en.ts';
import { words as clanZh } from '../../src/features/clan-pk/text.zh-CN.ts';
import { words as clanEn } from '../../src/features/clan-pk/text.en.ts';
import { words as confessionZh } from '../../src/features/confession/text.zh-CN.ts';
import { words as confessionEn } from '../../src/features/confession/text.en.ts';
import { words as danceZh } from '../../src/features/dance-orders/text.zh-CN.ts';
import { words as danceEn } from '../../src/features/dance-orders/text.en.ts';
import { words as emotionZh } from '../../src/features/emotion/text.zh-CN.ts';
import { words as emotionEn } from '../../src/features/emotion/text.en.ts';
import { words as guardZh } from '../../src/features/guard/text.zh-CN.ts';
import { words as guardEn } from '../../src/features/guard/text.en.ts';
import { words as guessZh } from '../../src/features/music-guess/text.zh-CN.ts';
import { words as guessEn } from '../../src/features/music-guess/text.en.ts';
import { words as headlineZh } from '../../src/features/headline/text.zh-CN.ts';
import { words as headlineEn } from '../../src/features/headline/text.en.ts';
import { words as luckyZh } from '../../src/features/number-lucky/text.zh-CN.ts';
import { words as luckyEn } from '../../src/features/number-lucky/text.en.ts';
import { words as micZh } from '../../src/features/mic/text.zh-CN.ts';
import { words as micEn } from '../../src/features/mic/text.en.ts';
import { words as musicZh } from '../../src/features/music-pk/text.zh-CN.ts';
import { words as musicEn } from '../../src/features/music-pk/text.en.ts';
import { words as noticesZh } from '../../src/features/notices/text.zh-CN.ts';
import { words as noticesEn } from '../../src/features/notices/text.en.ts';
import { words as appZh } from '../../src/features/open-app/text.zh-CN.ts';
import { words as appEn } from '../../src/features/open-app/text.en.ts';
import { words as packetsZh } from '../../src/features/red-packets/text.zh-CN.ts';
import { words as packetsEn } from '../../src/features/red-packets/text.en.ts';
import { words as petZh } from '../../src/features/pet/text.zh-CN.ts';
import { words as petEn } from '../../src/features/pet/text.en.ts';
import { words as ranksZh } from '../../src/features/ranks/text.zh-CN.ts';
import { words as ranksEn } from '../../src/features/ranks/text.en.ts';
import { words as realZh } from '../../src/features/real-sing/text.zh-CN.ts';
import { words as realEn } from '../../src/features/real-sing/text.en.ts';
import { words as rewardZh } from '../../src/features/reward-challenge/text.zh-CN.ts';
import { words as rewardEn } from '../../src/features/reward-challenge/text.en.ts';
import { words as shootingZh } from '../../src/features/shooting/text.zh-CN.ts';
import { words as shootingEn } from '../../src/features/shooting/text.en.ts';
import { words as songZh } from '../../src/features/song-orders/text.zh-CN.ts';
import { words as songEn } from '../../src/features/song-orders/text.en.ts';
import { words as squareZh } from '../../src/features/reward-square/text.zh-CN.ts';
import { words as squareEn } from '../../src/features/reward-square/text.en.ts';
import { words as starGameZh } from '../../src/features/star-game/text.zh-CN.ts';
import { words as starGameEn } from '../../src/features/star-game/text.en.ts';
import { words as tankZh } from '../../src/features/tank/text.zh-CN.ts';
import { words as tankEn } from '../../src/features/tank/text.en.ts';
import { words as towerZh } from '../../src/features/tower-defense/text.zh-CN.ts';
import { words as towerEn } from '../../src/features/tower-defense/text.en.ts';

export type Said = string | RegExp;

/** What one viewer sees of a feature, in one language. */
export interface ModuleScene {
  /** Text in its panel at the start. */
  readonly seen: Said;
  /** Title of the dialog opened by its panel, in which the viewer acts. */
  readonly opens?: string;
  /** The button that the viewer presses; none if there is no action. */
  readonly act?: Said;
  /** The game's own page opens in addition. */
  readonly hasFrame?: true;
  /** Text in its panel or dialog afterwards; null: it has disappeared. */
  readonly acted?: Said | null;
  /** Text in the same place at the settlement. Without it the feature disappears at once or by its own timer. */
  readonly settled?: Said;
}

/** Features of one visit run at the same time. */
export const VISITS = ['contests', 'orders', 'games', 'cards', 'community'] as const;

export interface ModuleRow {
  readonly feature: string;
  readonly visit: (typeof VISITS)[number];
  /** `dock`: in a place of the dock; `page`: in its own place; `dialog`: opens by itself; `entry`: opened by its button. */
  readonly stands: 'dock' | 'page' | 'dialog' | 'entry';
  /** The session is sped up until this is displayed: a phase with an action. */
  readonly first?: Said;
  /** A viewer who joins late receives the state (`sent`), or misses an earlier event and sees the next one (`missed`). */
  readonly late: 'sent' | 'missed';
  /** `nickname`: the viewer's name in the room. */
  readonly 'zh-CN': (nickname: string) => ModuleScene;
  readonly en: (nickname: string) => ModuleScene;
}

/** One scene for both languages, with the texts of each. */
function scenes<Words>(zh: Words, en: Words, scene: (words: Words, nickname: string, text: OrderText) => ModuleScene) {
  return {
    'zh-CN': (nickname: string) => scene(zh, nickname, ORDER_TEXT['zh-CN']),
    en: (nickname: string) => scene(en, nickname, ORDER_TEXT.en),
  };
}
type OrderText = (typeof ORDER_TEXT)[keyof typeof ORDER_TEXT];

/** Matches any text that a function of numbers returns. */
const like = (text: string): RegExp => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\d+/g, '\\d+'));

export const MODULES: readonly ModuleRow[] = [
  {
    feature: 'battle',
    visit: 'contests',
    stands: 'dock',
    first: /PK 中/,
    late: 'sent',
    ...scenes(battleZh, battleEn, (words, nickname) => ({
      seen: new RegExp(`${words.phases.match}|${words.phases.fight}`),
      opens: words.details,
      act: words.give('小喵Momo', 1_000),
      acted: nickname,
    })),
  },
  {
    feature: 'music-pk',
    visit: 'contests',
    stands: 'dock',
    first: musicZh.answer,
    late: 'sent',
    ...scenes(musicZh, musicEn, (words) => ({
      seen: /小喵Momo/,
      opens: words.title,
      act: /^A/,
      acted: words.quiz.chosen,
      settled: words.result,
    })),
  },
  {
    feature: 'music-guess',
    visit: 'contests',
    stands: 'dock',
    late: 'sent',
    ...scenes(guessZh, guessEn, (words) => ({
      seen: words.round(1, 3),
      opens: words.title,
      act: /^B/,
      acted: words.quiz.chosen,
      settled: words.phases.settled,
    })),
  },
  {
    feature: 'clan-pk',
    visit: 'contests',
    stands: 'dock',
    late: 'sent',
    ...scenes(clanZh, clanEn, (words, nickname) => ({
      seen: /战队/,
      opens: words.title,
      act: words.say('海盐战队', words.messages[2]!),
      acted: words.said('海盐战队', nickname, words.messages[2]!),
      settled: words.stages.champion,
    })),
  },
  {
    feature: 'reward-challenge',
    visit: 'orders',
    stands: 'dock',
    first: like(rewardZh.progress(0, 8)),
    late: 'sent',
    ...scenes(rewardZh, rewardEn, (words, _nickname, text) => ({
      seen: like(words.progress(0, 8)),
      opens: words.title,
      act: text.verbOf(words.verb.request, '用方言唱一段', 300),
      acted: words.mine,
    })),
  },
  {
    feature: 'dance-orders',
    visit: 'orders',
    stands: 'dock',
    first: danceZh.status.dancing,
    late: 'sent',
    ...scenes(danceZh, danceEn, (words, _nickname, text) => ({
      seen: words.status.dancing,
      opens: words.title,
      act: text.verbOf(words.verb.request, '桃源恋歌', 100),
      acted: words.mine,
    })),
  },
  {
    feature: 'reward-square',
    visit: 'orders',
    stands: 'dock',
    first: squareZh.status.started,
    late: 'sent',
    ...scenes(squareZh, squareEn, (words, _nickname, text) => ({
      seen: words.status.started,
      opens: words.title,
      act: text.verbOf(words.verb.request, '叫早服务', 99),
      acted: words.mine,
    })),
  },
  {
    feature: 'song-orders',
    visit: 'orders',
    stands: 'dock',
    first: /点的歌/,
    late: 'sent',
    ...scenes(songZh, songEn, (words) => ({
      seen: like(words.by('')),
      opens: words.title,
      act: words.orderSong('给你的歌', 1_000),
      acted: words.mine,
      settled: words.noQueue,
    })),
  },
  {
    feature: 'number-lucky',
    visit: 'orders',
    stands: 'dock',
    late: 'sent',
    ...scenes(luckyZh, luckyEn, (words) => ({
      seen: words.takeOne,
      opens: words.title,
      act: words.take,
      acted: new RegExp(`${words.ownLabel}\\d\\d`),
      settled: words.drawnLabel,
    })),
  },
  {
    feature: 'tower-defense',
    visit: 'games',
    stands: 'dock',
    late: 'sent',
    ...scenes(towerZh, towerEn, (words) => ({ seen: like(words.wave(1)), act: words.join, hasFrame: true, acted: words.open })),
  },
  {
    feature: 'shooting',
    visit: 'games',
    stands: 'dock',
    late: 'sent',
    ...scenes(shootingZh, shootingEn, (words) => ({ seen: words.title, act: words.join, hasFrame: true, acted: words.open })),
  },
  {
    feature: 'tank',
    visit: 'games',
    stands: 'dock',
    late: 'sent',
    ...scenes(tankZh, tankEn, (words) => ({ seen: like(words.tanks(3)), act: words.join, hasFrame: true, acted: like(words.withYou(4)) })),
  },
  {
    feature: 'star-game',
    visit: 'games',
    stands: 'dock',
    late: 'sent',
    ...scenes(starGameZh, starGameEn, (words) => ({
      seen: words.plays('小喵Momo', '寻宝游戏'),
      act: words.join,
      hasFrame: true,
      acted: words.join,
    })),
  },
  {
    feature: 'real-sing',
    visit: 'games',
    stands: 'dock',
    late: 'sent',
    ...scenes(realZh, realEn, (words) => ({ seen: new RegExp(`${words.listening}|${words.real}`) })),
  },
  {
    feature: 'confession',
    visit: 'cards',
    stands: 'dock',
    first: '对 你 说',
    // An answer is shown for eight seconds; a viewer who joins later sees the next one.
    late: 'missed',
    // The viewer of the first tab receives the second one.
    ...scenes(confessionZh, confessionEn, (words, nickname) => {
      const answered = words.replies.accepted('观众0001');
      return nickname === '观众0001' ? { seen: words.says('小喵Momo', words.you), act: words.accept, acted: answered } : { seen: '小鱼' };
    }),
  },
  {
    feature: 'ceremony',
    visit: 'cards',
    stands: 'dock',
    first: 'VS',
    late: 'sent',
    ...scenes(ceremonyZh, ceremonyEn, (words) => ({ seen: 'VS', act: words.close, acted: null })),
  },
  {
    feature: 'pet',
    visit: 'cards',
    stands: 'dock',
    late: 'missed',
    ...scenes(petZh, petEn, (words) => ({ seen: words.title, act: words.take, acted: words.taken })),
  },
  {
    feature: 'emotion',
    visit: 'cards',
    stands: 'page',
    late: 'missed',
    ...scenes(emotionZh, emotionEn, (words) => ({ seen: words.sent('小鱼') })),
  },
  {
    feature: 'open-app',
    visit: 'cards',
    stands: 'dialog',
    late: 'missed',
    ...scenes(appZh, appEn, (words) => ({ seen: words.leadsTo('example.com'), act: words.stay, acted: null })),
  },
  {
    feature: 'red-packets',
    visit: 'community',
    stands: 'dock',
    first: packetsZh.statuses.open(8, 8).slice(-2),
    late: 'sent',
    ...scenes(packetsZh, packetsEn, (words) => ({ seen: words.of('小喵Momo'), act: words.grab, acted: like(words.got(1)) })),
  },
  {
    feature: 'mic',
    visit: 'community',
    stands: 'dock',
    late: 'sent',
    ...scenes(micZh, micEn, (words) => ({ seen: '小鱼', act: words.verbs.request, acted: words.verbs.cancel })),
  },
  {
    feature: 'guard',
    visit: 'community',
    stands: 'dock',
    late: 'missed',
    ...scenes(guardZh, guardEn, (words) => ({ seen: words.titles.guard })),
  },
  {
    feature: 'headline',
    visit: 'community',
    stands: 'dock',
    late: 'missed',
    ...scenes(headlineZh, headlineEn, (words) => ({ seen: words.gives('南风知我意', '林听夏') })),
  },
  {
    feature: 'notices',
    visit: 'community',
    stands: 'page',
    late: 'missed',
    ...scenes(noticesZh, noticesEn, (words) => ({ seen: words.levels.room, act: words.close })),
  },
  {
    feature: 'ranks',
    visit: 'community',
    stands: 'entry',
    late: 'sent',
    ...scenes(ranksZh, ranksEn, (words) => ({ seen: words.kinds.contribution, act: words.periods.month, acted: like(words.own(1, 1)) })),
  },
];
