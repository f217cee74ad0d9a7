import type { Given } from './marked-body.ts';
import { STAR_ID, VIEWER } from './people.ts';

/** The status implied by the name of the message; the scan of `traceOf` tries the others. */
const ORDER: readonly Given[] = [{ status: 0 }];
const ofStatus = (status: number): readonly Given[] => [{ status }];
const OWN_GIFT: readonly Given[] = [{ senderid: VIEWER.userId }];

/**
 * Fields that a message must contain to cause an event in a feature; each case is traced. A message without a row causes an event with any
 * fields.
 */
export const CASES: Readonly<Record<string, Readonly<Record<string, readonly Given[]>>>> = {
  battle: { battle: [{ phase: 1, winner: 1 }, { phase: 5 }], 'multi-pk-round': [{ status: 2 }, { status: 5 }] },
  'clan-pk': { 'clan-pk-promotion': [{ stage: 2 }, { stage: 5 }] },
  'dance-orders': {
    'dance-order-status': ORDER,
    'dance-order-refund': ORDER,
    'dance-order-create': ORDER,
    'dance-order-remind-wait': [...ORDER, { status: 0, leftMs: 0 }],
    'dance-order-score': ORDER,
  },
  danmaku: {
    chat: [
      { issecrect: false },
      { issecrect: false, senderid: VIEWER.userId },
      { issecrect: false, senderid: 0, userid: VIEWER.userId },
      { issecrect: false, senderid: STAR_ID },
    ],
    'socket-chat': [{ issecrect: false }],
  },
  'enter-tips': { login: [{}, { userid: VIEWER.userId }], follow: [{}, { userid: VIEWER.userId }] },
  'gift-effects': { gift: [{}, ...OWN_GIFT], 'socket-gift': [{}, ...OWN_GIFT] },
  gifts: { gift: OWN_GIFT, 'socket-gift': OWN_GIFT },
  guard: { 'guard-update': [{ type: 1 }], 'medal-update': [{ type: 1 }] },
  'lead-in': { 'song-order': [{ status: 2, 'user.userId': VIEWER.userId }], gift: OWN_GIFT, 'socket-gift': OWN_GIFT },
  mic: { 'mic-link': [{ 'seats.0.status': 2, 'seats.0.seat': 1, 'seats.1.status': 3, 'seats.1.seat': 2 }], 'mic-request': ofStatus(2) },
  mounts: { login: [{ 'userExt.usingMount.bi': 'https://cdn.test/mount.png' }] },
  'music-guess': { 'music-guess-status': [{ status: 1 }, { status: 4 }] },
  'music-pk': {
    'music-pk-status': [{ status: 1 }, { status: 6 }],
    'music-pk-match': [{}, { status: 6 }],
    'music-star-game-status': ofStatus(2),
  },
  notices: { 'public-notice-user': [{ 'user.userId': VIEWER.userId }] },
  'number-lucky': { 'number-lucky': [{ status: 1 }, { status: 3 }] },
  ranks: { 'rank-list': [{ kind: 1, period: 1 }], 'rank-own': [{ kind: 1, period: 1 }] },
  'real-sing': { 'real-sing-log': ofStatus(1) },
  'red-packets': { 'red-packet': ofStatus(1) },
  'reward-challenge': {
    'reward-challenge-status': ORDER,
    'reward-challenge-refund': ORDER,
    'reward-challenge-offer': ORDER,
    'reward-challenge-complete': ORDER,
    'reward-challenge-evaluate': ORDER,
  },
  'reward-square': {
    'reward-square-order': ofStatus(1),
    'reward-square-create': ORDER,
    'reward-square-accept': ORDER,
    'reward-square-refuse': ORDER,
    'reward-square-start': ORDER,
    'reward-square-complete': ORDER,
    'reward-square-refund': ORDER,
    'reward-square-evaluate': ORDER,
    'reward-square-remind': ORDER,
    'reward-square-service': ORDER,
  },
  'song-orders': { 'song-order': ofStatus(1), 'song-order-list': [{ 'orders.0.status': 1, 'orders.1.status': 2 }] },
};
