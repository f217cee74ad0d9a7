import { rowsOf } from '../../message-row.ts';

const row = rowsOf('orders');

/** Reward challenge, room dance orders, reward square orders: each message contains the state of one order. */
export const ORDERS_ROWS = [
  row(400401, 'reward-challenge-status', 'RewardChallenge', 'state', { key: 'orderId' }),
  row(400402, 'reward-challenge-refund', 'RewardChallenge', 'state', { key: 'orderId' }),
  row(400403, 'reward-challenge-offer', 'RewardChallenge', 'state', { key: 'orderId' }),
  row(400404, 'reward-challenge-complete', 'RewardChallenge', 'state', { key: 'orderId' }),
  row(400405, 'reward-challenge-evaluate', 'RewardChallenge', 'state', { key: 'orderId' }),
  row(400406, 'dance-order-status', 'DanceOrder', 'state', { key: 'orderId' }),
  row(400407, 'dance-order-refund', 'DanceOrder', 'state', { key: 'orderId' }),
  row(400408, 'dance-order-create', 'DanceOrder', 'state', { key: 'orderId' }),
  row(400409, 'dance-order-remind-wait', 'DanceOrder', 'state', { key: 'orderId' }),
  row(400410, 'dance-order-score', 'DanceOrder', 'state', { key: 'orderId' }),
  // "303901, 304001 to 304009: reward square order and service pushes", which the specification does not distinguish.
  row(303901, 'reward-square-order', 'RewardSquareOrder', 'state', { key: 'orderId' }),
  row(304001, 'reward-square-create', 'RewardSquareOrder', 'state', { key: 'orderId' }),
  row(304002, 'reward-square-accept', 'RewardSquareOrder', 'state', { key: 'orderId' }),
  row(304003, 'reward-square-refuse', 'RewardSquareOrder', 'state', { key: 'orderId' }),
  row(304004, 'reward-square-start', 'RewardSquareOrder', 'state', { key: 'orderId' }),
  row(304005, 'reward-square-complete', 'RewardSquareOrder', 'state', { key: 'orderId' }),
  row(304006, 'reward-square-refund', 'RewardSquareOrder', 'state', { key: 'orderId' }),
  row(304007, 'reward-square-evaluate', 'RewardSquareOrder', 'state', { key: 'orderId' }),
  row(304008, 'reward-square-remind', 'RewardSquareOrder', 'state', { key: 'orderId' }),
  row(304009, 'reward-square-service', 'RewardSquareOrder', 'state', { key: 'orderId' }),
] as const;
