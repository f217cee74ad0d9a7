/** What the machines of several modules decide in the same way, carried out. */
import { assertNever } from '../../core/assert-never.ts';
import { refusalIn, type Fields } from '../../core/room/ask.ts';
import type { AnnouncementEffect } from '../../core/room/announcements.ts';
import type { SightingEffect } from '../../core/room/sightings.ts';
import type { FeatureContext } from './feature-api.ts';

/** Calls the module: null when it was done, else what the server had against it, '' when it did not say. Never rejects. */
export async function askModule(room: FeatureContext, verb: string, fields?: Fields): Promise<string | null> {
  const answer = await room.callModule(verb, fields);
  if (!answer.ok && answer.error.code !== 'MODULE_REFUSED') room.failure(answer.error);
  return refusalIn(answer);
}

/** What most machines of a module decide: a call for the viewer, asking where things stand, a login. */
type AskEffect =
  { readonly do: 'call'; readonly verb: string; readonly fields: Fields } | { readonly do: 'snapshot' } | { readonly do: 'login' };

/** `onAnswer` is told whether the call was refused. */
export function executeAsk(effect: AskEffect, room: FeatureContext, onAnswer: (refusal: string | null) => void): void {
  switch (effect.do) {
    case 'call':
      void askModule(room, effect.verb, effect.fields).then(onAnswer);
      return;
    case 'snapshot':
      // What it asks for comes as messages; the machine's own deadline says that it did not.
      void askModule(room, 'snapshot');
      return;
    case 'login':
      room.openLogin();
      return;
    default:
      assertNever(effect);
  }
}

/** For announcements.ts and sightings.ts of `core/room`. `onAnswer` is told whether the call was refused. */
export function executeModule(
  name: string,
  effect: AnnouncementEffect | SightingEffect,
  room: FeatureContext,
  onAnswer: (refusal: string | null) => void,
): void {
  if (effect.do === 'count') room.count(`${name}: ${effect.why}`, 1);
  else executeAsk(effect, room, onAnswer);
}
