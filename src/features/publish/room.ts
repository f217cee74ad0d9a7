import { eventWith } from '../../core/room/feature/feature-message.ts';
import {
  between,
  type Fields,
  fieldsOf,
  flagOf,
  isAddress,
  isFields,
  MAX_ADDRESS_CHARS,
  textUpTo,
  wholeOf,
} from '../../player/base/answer-fields.ts';
import { decoder } from '../../core/decoder.ts';
import { describe } from '../../player/base/errors.ts';
import { done, err, ok, type Result } from '../../core/errors.ts';
import type { Request } from '../../wire/http.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { type FeatureContext, defineRoomPart } from '../../workers/room/features/feature-api.ts';
import type { Machine } from '../../player/base/machine.ts';
import {
  isOnAir,
  NOT_PUBLISHING,
  type PublishAction,
  type PublishContext,
  publishingMachine,
  type PublishEffect,
  type PublishEvent,
  type Publishing,
} from './rules.ts';
import { type Desk, deskAfter, type Giver, NO_DESK, readGiver, type Show, withGift } from './rules-desk.ts';

/** Permission to broadcast: address and session id. Times are milliseconds since 1970; 0: unknown. */
export interface Grant {
  readonly name: 'granted';
  readonly session: string;
  readonly url: string;
  readonly providerId: number;
  readonly sinceMs: number;
}
/** Another session is already broadcasting in this room. */
export interface Elsewhere {
  readonly name: 'elsewhere';
  readonly sinceMs: number;
}

/** The server's state of this room's broadcast. */
export interface OnAir {
  readonly isOn: boolean;
  readonly sinceMs: number;
}

/** Project's choice of a code: the room is already on the air from elsewhere. */
const ELSEWHERE = 1_100_010;
const MAX_SESSION_CHARS = 128;
const MAX_MESSAGE_CHARS = 200;
/** P21: 5 is one cloud, 16 another. */
const PROVIDERS = [5, 16];

/** Converts the server's seconds to milliseconds; 0 for anything that is not a time. */
const sinceOf = ({ since }: Fields): number => (between(0, 1e11)(since) ?? 0) * 1_000;

/** `{code, msg?, data?}` of every call; a code other than 0 is a refusal with the server's text. */
function dataOf(input: unknown, accepted = 0): Result<Fields> {
  if (!isFields(input)) return err('HTTP_BAD_BODY', 'no object');
  const { code, msg, data } = input;
  if (wholeOf(code) === accepted) return ok(fieldsOf(data));
  return err('PUBLISH_REFUSED', textUpTo(MAX_MESSAGE_CHARS)(msg) || describe(code, 20));
}

export const decodeGrant = decoder('publish', (input): Result<Grant | Elsewhere> => {
  const other = dataOf(input, ELSEWHERE);
  if (other.ok) return ok({ name: 'elsewhere', sinceMs: sinceOf(other.value) });
  const answer = dataOf(input);
  if (!answer.ok) return answer;
  const session = textUpTo(MAX_SESSION_CHARS)(answer.value['session']) ?? '';
  if (session === '') return err('HTTP_BAD_BODY', 'no session');
  const url = textUpTo(MAX_ADDRESS_CHARS)(answer.value['url']) ?? '';
  if (!isAddress(url.replace(/^webrtc:/, ''))) return err('HTTP_BAD_BODY', 'no address to send to');
  const providerId = wholeOf(answer.value['provider']) ?? 0;
  if (!PROVIDERS.includes(providerId)) return err('HTTP_BAD_BODY', 'no provider that is known');
  return ok({ name: 'granted', session, url, providerId, sinceMs: sinceOf(answer.value) });
});

export const decodeEnded = decoder('publish', (input): Result => {
  const answer = dataOf(input);
  return answer.ok ? done : answer;
});

export const decodeOnAir = decoder('publish', (input): Result<OnAir> => {
  const answer = dataOf(input);
  if (!answer.ok) return answer;
  const isOn = flagOf(answer.value['on']);
  if (isOn === undefined) return err('HTTP_BAD_BODY', 'neither on nor off');
  return ok({ isOn, sinceMs: isOn ? sinceOf(answer.value) : 0 });
});

/** Starts or ends the broadcast. The call is the project's choice, because P31 leaves it to the publishing tool. */
const CALL = { timeoutMs: 5_000, maxBytes: 16_384, credentials: 'same-origin' } as const satisfies Omit<Request, 'url' | 'method'>;

/** The broadcast with its desk. `name`, `epoch` and so on are those of the broadcast. */
export type StudioView = Publishing & { readonly desk: Desk };
export type StudioAction = PublishAction | { readonly type: 'close-summary' };
type StudioEvent = PublishEvent | { readonly type: 'close-summary' } | { readonly type: 'gift'; readonly gift: Giver };

interface Studio {
  readonly name: Publishing['name'];
  readonly view: StudioView;
}

const studioMachine: Machine<Studio, StudioEvent, PublishEffect, PublishContext & Show> = {
  name: 'publish',
  initial: { name: NOT_PUBLISHING.name, view: { ...NOT_PUBLISHING, desk: NO_DESK } },
  step(state, event, nowMs, context) {
    const { desk, ...publishing } = state.view;
    if (event.type === 'close-summary') return [withDesk(state, { ...desk, endedAfterMs: null })];
    if (event.type === 'gift') return [withDesk(state, withGift(desk, event.gift, isOnAir(state.view)))];
    const [next, ...effects] = publishingMachine.step(state.view, event, nowMs, context);
    const deskNow = deskAfter(desk, publishing, next, context);
    return [next === state.view ? withDesk(state, deskNow) : { name: next.name, view: { ...next, desk: deskNow } }, ...effects];
  },
  deadlineMs: ({ view }, context) => publishingMachine.deadlineMs(view, context),
};

const withDesk = (state: Studio, desk: Desk): Studio => (desk === state.view.desk ? state : { ...state, view: { ...state.view, desk } });

const given = (body: BodyOfMessage<'gift'>): StudioEvent | null => eventWith('gift', readGiver(body));

const urlOf = (room: FeatureContext): string => `${room.services.live}/room/${room.roomId()}/publish`;

export const room = defineRoomPart({
  machine: studioMachine,
  context(room) {
    const { liveName, coverUrl, viewers } = room.room();
    return { epochMs: room.clock.epochMs(), random: room.random(), title: liveName, hasCover: coverUrl !== '', viewers };
  },
  view: ({ view }: Studio): StudioView => view,
  messages: { gift: given, 'socket-gift': given },
  // After a reload the broadcast may still be running; only the server knows.
  onStart: (): StudioEvent => ({ type: 'begin' }),
  onAction: (action: StudioAction): StudioEvent => action,
  // A closing page sends no request, because it would often be aborted. The server ends a broadcast whose pictures stop, and after a reload
  // the star finds the broadcast still running.
  onRoom(event): StudioEvent | null {
    // A broadcast belongs to the login that began it. The request is sent before the cookies of that login are removed.
    if (event.type === 'login-ends') return { type: 'stop' };
    return event.type === 'room-changed' ? { type: 'room-changed' } : null;
  },
  execute: {
    'request-start': ({ epoch, session, takeOver }, room, send) => {
      const body = { on: true, session, takeOver };
      void room
        .call({ ...CALL, method: 'POST', url: urlOf(room), body }, decodeGrant)
        .then((answer) => send({ type: 'granted', epoch, answer }));
    },
    'request-end': ({ epoch }, room, send) =>
      void room
        .call({ ...CALL, method: 'POST', url: urlOf(room), body: { on: false } }, decodeEnded)
        .then((answer) => send({ type: 'ended', epoch, error: answer.ok ? null : answer.error })),
    'query-status': ({ epoch }, room, send) =>
      void room.call({ ...CALL, method: 'GET', url: urlOf(room) }, decodeOnAir).then((answer) => send({ type: 'on-air', epoch, answer })),
    'show-on-air': ({ sinceMs }, room) => room.capability('broadcast').show(sinceMs === null ? null : Math.floor(sinceMs / 1_000)),
    report: ({ failure }, room) => room.failure(failure),
    log: ({ line, why }, room) => room.log(why === undefined ? line : `${line} (${why})`),
  },
});
