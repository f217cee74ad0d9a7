/** What a feature gives to the tests of this folder: `tests/features/NAME/rows.ts`. */
import type { OrderAction } from '../../src/core/room/feature/orders.ts';
import type { MessageName } from '../../src/wire/registry.ts';
import type { UserAction } from '../../src/core/room/view.ts';
import type { liveInfo, openRoom } from '../workers/room/harness.ts';
import type { Given } from './marked-body.ts';

export interface FeatureWires {
  /** The viewer's actions in its panel, then the same with other users or in other rooms. */
  readonly actions: readonly [ActionRows, ...ActionRows[]];
  /**
   * Fields that a message must contain to cause an event in the feature. A message without a row causes an event with
   * any fields.
   */
  readonly cases?: Readonly<Record<string, readonly Given[]>>;
  /** One effect of its machine that is counted, and the name and number in the statistics. Default of a feature that counts: its reason, once. */
  readonly counts?: readonly [effect: object, name: string, by: number];
  /** Values stored by earlier visits. */
  readonly stored?: Readonly<Record<string, unknown>>;
}

type FieldsOf<Action extends { readonly type: string }, Do> = Action extends unknown
  ? Do extends Action['type']
    ? Omit<Action, 'type'>
    : never
  : never;

/**
 * Rows by the `type` of an action; an action of the panel without a row is a type error. The first row has all fields, also those that an
 * action may leave out.
 */
type ByDo<Action extends { readonly type: string }> = {
  readonly [Do in Action['type']]: readonly [Required<FieldsOf<Action, Do>>, ...FieldsOf<Action, Do>[]];
};

export interface ActionRows {
  /** By `type`. */
  readonly actions: Readonly<Record<string, readonly object[]>>;
  /** The acting user; default: the viewer. */
  readonly as?: 'star';
  readonly path?: string;
  /** Answers of the services, by the end of the path. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** Distinguishes several row sets of one feature. */
  readonly title?: string;
  /** Fields of live info that differ from a live room. */
  readonly room?: Parameters<typeof liveInfo>[0];
  /** Sets up the room before the action, in addition to the messages. */
  prepare?(room: ReturnType<typeof openRoom>): void;
  /** Actions of the room that the feature receives. */
  readonly ofTheRoom?: readonly UserAction[];
  /** Messages received before the action. */
  readonly messages?: readonly (readonly [MessageName, Readonly<Record<string, unknown>>])[];
  readonly before?: readonly object[];
}

export const rows = <Action extends { readonly type: string } = never>(
  actions: ByDo<Action>,
  more: Omit<ActionRows, 'actions'> = {},
): ActionRows => ({ actions, ...more });

/** Additional actions in another room or of another user. */
export const more = <Action extends { readonly type: string }>(
  title: string,
  actions: { readonly [Do in Action['type']]?: readonly FieldsOf<Action, Do>[] },
  others: Omit<ActionRows, 'actions' | 'title'>,
): ActionRows => ({ title, actions: actions as ActionRows['actions'], ...others });

/** For a panel without actions that only displays messages. */
export const showing = (...messages: NonNullable<ActionRows['messages']>): ActionRows => ({ actions: {}, messages });

export const PERSON = { userId: 42, nickname: '阿星', userLogo: '' };
export const BOX = { entry: [{}], close: [{}] } as const;

/** Body and actions of the features with orders of one shape. */
export const order = (fields: Readonly<Record<string, unknown>>) => ({
  orderId: 'o-1',
  version: 1,
  title: '一首歌',
  coin: 50,
  leftMs: 60_000,
  ...fields,
});
const EVALUATION = { stars: 4, words: '好听' };
/** Actions about an order: each verb of the feature, `evaluate` with its fields. */
export const orderActions = (...verbs: readonly [string, ...string[]]): ByDo<OrderAction> => ({
  ...BOX,
  seen: [{ id: 'o-1 running' }],
  request: verbs.map((verb) => ({ verb, orderId: 'o-1', fields: verb === 'evaluate' ? EVALUATION : {} })) as never,
});
