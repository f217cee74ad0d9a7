/** Scripted sessions for features whose orders change their status (src/core/room/feature/orders.ts): a feature's mock supplies the table. */
import { isCount } from '../../src/core/counts.ts';
import { MAX_EVALUATION_CHARS, MAX_STARS, type OrderVerb } from '../../src/core/room/feature/orders.ts';
import { badFields, SESSION_CODE, refused, type SessionPush, type SessionViewer, personNamed } from './session.ts';
import type { Session } from './session-host.ts';
import { pickBy, scripted, type Play, type Rule } from './session-script.ts';

export interface OrderStep<Status extends string> {
  readonly number: number;
  readonly stage: 'waiting' | 'running' | 'over';
  /**
   * The status that follows without a call, after `afterMs` of the session's time; an order that waits for the stage continues when the
   * stage is free.
   */
  readonly next?: { readonly status: Status; readonly afterMs: number };
  readonly verbs?: Readonly<Partial<Record<OrderVerb, Status>>>;
}

interface CommonBody {
  readonly orderId: string;
  readonly status: number;
  readonly version: number;
  readonly title: string;
  readonly coin: number;
  readonly score: number;
  readonly user: {
    readonly userId: number;
    readonly kugouId: number;
    readonly nickname: string;
    readonly richlevel: number;
    readonly userLogo: string;
    readonly mystic: boolean;
  } | null;
  readonly leftMs: number;
}

export interface OrderTable<Status extends string> {
  readonly name: string;
  readonly offers: readonly { readonly title: string; readonly coin: number; readonly goal?: number; readonly note?: string }[];
  readonly steps: Readonly<Record<Status, OrderStep<Status>>>;
  readonly first: Status;
  /** Status of an order when its score reaches its goal. */
  readonly reached?: Status;
  /** Status of orders when the developer's panel ends the session. */
  readonly ended: Status;
  /** Points given by a status; for some statuses they depend on the number of the order. */
  scoreOf?(status: Status, made: number): number | null;
  push(status: Status | 'offer', body: CommonBody, more: { readonly goal: number; readonly note: string }): SessionPush;
  /** Number of orders by other viewers, made one after the other. */
  readonly guests: number;
  readonly guestEveryMs?: number;
}

/** An order of a viewer. */
interface Order<Status extends string> {
  readonly made: number;
  readonly offer: number;
  readonly userId: number;
  readonly nickname: string;
  status: Status;
  version: number;
  score: number;
  note: string;
  /** Time of the session at which the status ends. */
  untilMs: number;
  /** The status has ended, but the stage is not free. */
  isDue: boolean;
}
interface Orders<Status extends string> {
  isRunning: boolean;
  guests: number;
  list: readonly Order<Status>[];
}

const GUEST_EVERY_MS = 12_000;
const CHEER_EVERY_MS = 3_000;
/** How long finished orders stay in the snapshot. */
const KEPT_MS = 12_000;
const MAX_WAITING = 20;
const GUESTS = ['小鱼', '南风知我意', '一颗糖', '夜航船', '阿澈'] as const;
const SEED = 53;
const CHANGED = '状态已经变了';
/** `status` of an offer on the wire. */
const OFFER = 9;

/** The rules of a table. */
class OrderRules<Status extends string> {
  readonly #table: OrderTable<Status>;

  constructor(table: OrderTable<Status>) {
    this.#table = table;
  }

  stageOf({ status }: Order<Status>): OrderStep<Status>['stage'] {
    return this.#table.steps[status].stage;
  }

  idOf({ made }: Order<Status>): string {
    return `${this.#table.name}-${made}`;
  }

  runningOf({ state }: Play<Orders<Status>>): Order<Status> | undefined {
    return state.list.find((order) => this.stageOf(order) === 'running');
  }

  waitsForStage(order: Order<Status>): boolean {
    const { next } = this.#table.steps[order.status];
    return next !== undefined && this.stageOf(order) === 'waiting' && this.#table.steps[next.status].stage === 'running';
  }

  canCheer(order: Order<Status>): boolean {
    return this.#table.reached !== undefined && order.status !== this.#table.reached && this.stageOf(order) === 'running';
  }

  send(play: Play<Orders<Status>>, order: Order<Status>): void {
    order.version = ++play.version;
    play.push(this.pushOf(play, order));
  }

  move(play: Play<Orders<Status>>, order: Order<Status>, status: Status, score = this.#table.scoreOf?.(status, order.made)): undefined {
    const { next, stage } = this.#table.steps[status];
    order.status = status;
    order.score = score ?? order.score;
    order.isDue = false;
    order.untilMs = play.nowMs + (stage === 'over' ? KEPT_MS : (next?.afterMs ?? KEPT_MS));
    const { untilMs } = order;
    play.after(untilMs - play.nowMs, () => {
      if (order.untilMs === untilMs && play.state.list.includes(order)) this.proceed(play, order);
    });
    this.send(play, order);
    if (this.runningOf(play) === undefined) {
      const due = play.state.list.find((one) => one.isDue);
      if (due !== undefined) play.after(0, () => (due.isDue ? this.proceed(play, due) : undefined));
    } else if (this.canCheer(order)) play.after(0, () => this.cheerAgain(play, order));
  }

  /** The time of a status is over. */
  proceed(play: Play<Orders<Status>>, order: Order<Status>): undefined {
    const { next, stage } = this.#table.steps[order.status];
    order.isDue = this.waitsForStage(order) && this.runningOf(play) !== undefined;
    if (order.isDue) return;
    if (stage !== 'over' && next !== undefined) return this.move(play, order, next.status);
    play.state.list = play.state.list.filter((one) => one !== order);
    if (play.state.list.length === 0 && play.state.guests === this.#table.guests) play.state.isRunning = false;
  }

  cheer(play: Play<Orders<Status>>, order: Order<Status>): void {
    order.score++;
    if (this.#table.reached !== undefined && order.score >= (this.#table.offers[order.offer]?.goal ?? 0))
      this.move(play, order, this.#table.reached);
    else this.send(play, order);
  }

  cheerAgain(play: Play<Orders<Status>>, order: Order<Status>): void {
    if (!this.canCheer(order) || !play.state.list.includes(order)) return;
    this.cheer(play, order);
    play.after(CHEER_EVERY_MS, () => this.cheerAgain(play, order));
  }

  add(play: Play<Orders<Status>>, offer: number, { userId, nickname }: Pick<SessionViewer, 'userId' | 'nickname'>): void {
    const order = {
      made: ++play.made,
      offer,
      userId,
      nickname,
      status: this.#table.first,
      version: 0,
      score: 0,
      note: '',
      untilMs: 0,
      isDue: false,
    };
    play.state.list = [...play.state.list, order];
    this.move(play, order, this.#table.first);
  }

  addGuest(play: Play<Orders<Status>>): void {
    const { state } = play;
    const nickname = pickBy(GUESTS, SEED, state.guests);
    this.add(play, state.guests % this.#table.offers.length, { userId: 600_001 + GUESTS.indexOf(nickname), nickname });
    if (++state.guests < this.#table.guests) play.after(this.#table.guestEveryMs ?? GUEST_EVERY_MS, () => this.addGuest(play));
  }

  pushOf(play: Play<Orders<Status>>, order: Order<Status>): SessionPush {
    const { status, version, score, userId, nickname, untilMs, note } = order;
    const { title, coin, goal = 0 } = this.#table.offers[order.offer] ?? { title: '', coin: 0 };
    const { number, stage } = this.#table.steps[status];
    // An order that waits for the stage has no remaining time, because the end of the order on the stage is unknown.
    const leftMs = this.waitsForStage(order) || stage === 'over' ? 0 : play.leftMs(untilMs);
    const user = personNamed(nickname, userId);
    return this.#table.push(
      status,
      { orderId: this.idOf(order), status: number, version, title, coin, score, user, leftMs },
      { goal, note },
    );
  }

  offersOf({ version }: Play<Orders<Status>>): readonly SessionPush[] {
    return this.#table.offers.map(({ title, coin, note = '' }, at) =>
      this.#table.push(
        'offer',
        { orderId: `offer-${at}`, status: OFFER, version, title, coin, score: 0, user: null, leftMs: 0 },
        { goal: 0, note },
      ),
    );
  }

  /** A call that gives an order its next status by the table. */
  change(verb: OrderVerb): Rule<Orders<Status>> {
    return (play, fields, viewer) => {
      const order = play.state.list.find((one) => this.idOf(one) === fields['orderId']);
      const status = order === undefined ? undefined : this.#table.steps[order.status].verbs?.[verb];
      if (order === undefined || status === undefined) return CHANGED;
      if ((verb === 'cancel' || verb === 'evaluate') && order.userId !== viewer.userId)
        return refused(SESSION_CODE.starOnly, '只能操作自己的订单');
      if (this.#table.steps[status].stage === 'running' && this.stageOf(order) !== 'running' && this.runningOf(play) !== undefined)
        return '请先完成正在进行的一项';
      if (verb !== 'evaluate') return this.move(play, order, status);
      const { stars, words } = fields;
      if (!isCount(stars) || stars < 1 || stars > MAX_STARS || typeof words !== 'string') return badFields('评价失败');
      order.note = words.slice(0, MAX_EVALUATION_CHARS);
      return this.move(play, order, status, stars);
    };
  }
}

export function orderSession<Status extends string>(table: OrderTable<Status>): Session {
  const rules = new OrderRules(table);
  return scripted<Orders<Status>>({
    name: table.name,
    begin: () => ({ isRunning: false, guests: 0, list: [] }),
    start(play) {
      play.state.isRunning = true;
      rules.addGuest(play);
    },
    end(play) {
      for (const order of play.state.list) if (rules.stageOf(order) !== 'over') rules.move(play, order, table.ended);
      // A new start removes the orders and timers.
      play.start();
    },
    phase(play) {
      const waiting = play.state.isRunning || play.state.list.length > 0 ? 'waiting' : null;
      return rules.runningOf(play)?.status ?? waiting;
    },
    state: (play) => [...rules.offersOf(play), ...play.state.list.map((order) => rules.pushOf(play, order))],
    calls: {
      request(play, fields, viewer) {
        const offer = table.offers.findIndex((_one, at) => `offer-${at}` === fields['orderId']);
        if (offer === -1) return badFields('没有这一项');
        const waiting = play.state.list.filter((order) => rules.stageOf(order) !== 'over');
        if (waiting.length >= MAX_WAITING) return '排队的人太多了，请稍后再来';
        if (waiting.some((order) => order.userId === viewer.userId && order.offer === offer)) return '你已经点过了，请等它完成';
        rules.add(play, offer, viewer);
      },
      cheer(play, { orderId }) {
        const order = play.state.list.find((one) => rules.idOf(one) === orderId);
        if (order === undefined) return CHANGED;
        if (!rules.canCheer(order)) return '现在不能助力';
        rules.cheer(play, order);
      },
      cancel: rules.change('cancel'),
      evaluate: rules.change('evaluate'),
    },
    starCalls: {
      accept: rules.change('accept'),
      refuse: rules.change('refuse'),
      start: rules.change('start'),
      finish: rules.change('finish'),
    },
  });
}
