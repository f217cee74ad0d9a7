/**
 * The gift service behind MSW: its state lasts as long as the page, its pushes are sent to all tabs. The rules are in
 * src/features/gifts/mock.ts.
 */
import { giftsBackend, NEW_GIFTS_BACKEND, rechargeGifts, type GiftsPlace } from '../../src/features/gifts/mock.ts';
import type { PushedMessage } from '../control.ts';
import type { HttpExchange } from '../recordings/recording.ts';
import type { HttpAsk } from '../recordings/replay.ts';

export interface GiftsDeps {
  place(): GiftsPlace;
  push(message: PushedMessage): void;
  /** Called when the recharge page in another tab has paid. */
  onRecharge(listener: (coins: number) => void): void;
}

const PREFIX = '{secure}/gift/';

export function createGifts(deps: GiftsDeps) {
  let state = NEW_GIFTS_BACKEND;
  deps.onRecharge((coins) => {
    state = rechargeGifts(state, coins);
  });
  /** One exchange per path, as in a recording, because faults with a limited number of hits are counted by exchange. */
  const exchanges = new Map<string, { request: HttpExchange['request']; response: { status: number; body: unknown } }>();
  return {
    /** null: not a gift request. */
    async answer(ask: HttpAsk, request: Request): Promise<HttpExchange | null> {
      if (!ask.path.startsWith(PREFIX)) return null;
      const body: unknown =
        request.method === 'POST'
          ? await request
              .clone()
              .json()
              .catch(() => null)
          : null;
      const answer = giftsBackend(state, { method: ask.method, path: ask.path.slice(PREFIX.length), body }, deps.place());
      if (answer === null) return null;
      state = answer.state;
      for (const push of answer.pushes) deps.push(push);
      const exchange = exchanges.get(ask.path) ?? {
        request: { method: ask.method, path: ask.path },
        response: { status: 200, body: null },
      };
      exchange.response.body = answer.body;
      exchanges.set(ask.path, exchange);
      return exchange;
    },
  };
}
