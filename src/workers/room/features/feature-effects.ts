/** Executes effects that the machines of several features share. */
import { assertNever } from '../../../core/assert-never.ts';
import { refusalIn, type Fields, type Refusal } from '../../../core/room/feature/ask.ts';
import type { AnnouncementEffect } from '../../../core/room/feature/announcements.ts';
import type { ExpiringItemEffect } from '../../../core/room/feature/expiring-items.ts';
import type { FeatureContext } from './feature-api.ts';

/** Calls the feature's service. Never rejects. */
export async function askFeature(room: FeatureContext, verb: string, fields?: Fields): Promise<Refusal> {
  const { userId } = room.login();
  const answer = await room.callFeature(verb, fields);
  if (!answer.ok && answer.error.code !== 'FEATURE_REFUSED') room.failure(answer.error);
  return room.login().userId === userId ? refusalIn(answer) : undefined;
}

/** Effects of most feature machines: a call for the viewer, a request of the current state, a login. */
type AskEffect =
  | { readonly type: 'call'; readonly verb: string; readonly fields: Fields }
  | { readonly type: 'snapshot' }
  | { readonly type: 'login' };

export function executeAsk(effect: AskEffect, room: FeatureContext, onAnswer: (refusal: Refusal) => void): void {
  switch (effect.type) {
    case 'call':
      void askFeature(room, effect.verb, effect.fields).then(onAnswer);
      return;
    case 'snapshot':
      // The answer arrives as messages; the machine's deadline covers its absence.
      void askFeature(room, 'snapshot');
      return;
    case 'login':
      room.openLogin();
      return;
    default:
      assertNever(effect);
  }
}

/** For announcements.ts and expiring-items.ts of `core/room`. */
export function executeFeatureEffect(
  effect: AnnouncementEffect | ExpiringItemEffect,
  room: FeatureContext,
  onAnswer: (refusal: Refusal) => void,
): void {
  if (effect.type === 'count') room.count(effect.why, 1);
  else executeAsk(effect, room, onAnswer);
}

/** For announcements that the viewer answers: the answer names the announcement, because another one may be shown by then. */
export function executeAnnouncement(
  effect: AnnouncementEffect,
  room: FeatureContext,
  send: (answered: { readonly type: 'answered'; readonly key: string; readonly refusal: Refusal }) => void,
): void {
  if (effect.type !== 'call') executeFeatureEffect(effect, room, () => undefined);
  else void askFeature(room, effect.verb, effect.fields).then((refusal) => send({ type: 'answered', key: effect.key, refusal }));
}
