/** The features' HTTP services behind MSW: their state lasts as long as the page, their pushes are sent to all tabs. */
import type { PushedMessage } from '../control.ts';
import type { HttpExchange } from '../recordings/recording.ts';
import type { HttpAsk } from '../recordings/replay.ts';
import type { CallPlace } from './feature-backend.ts';
import * as mocks from '../feature-mocks.ts';

export interface ServicesDeps {
  place(): CallPlace;
  push(message: PushedMessage): void;
  /** Called when the recharge page in another tab has paid. */
  onRecharge(listener: (coins: number) => void): void;
}

export function createFeatureServices(deps: ServicesDeps) {
  const running = Object.values(mocks).flatMap(({ service }) =>
    service === undefined ? [] : [{ backend: service, state: service.initial }],
  );
  deps.onRecharge((coins) => {
    for (const one of running) one.state = one.backend.recharge(one.state, coins);
  });
  /** One exchange per path, as in a recording, because faults with a limited number of hits are counted by exchange. */
  const exchanges = new Map<string, { request: HttpExchange['request']; response: { status: number; body: unknown } }>();
  return {
    /** null: no service has this path. */
    async answer({ method, path }: HttpAsk, request: Request): Promise<HttpExchange | null> {
      const one = running.find(({ backend }) => path.startsWith(backend.prefix));
      if (one === undefined) return null;
      const read = (): Promise<unknown> => request.clone().json();
      const body = method === 'POST' ? await read().catch(() => null) : null;
      const answer = one.backend.answer(one.state, { method, path: path.slice(one.backend.prefix.length), body }, deps.place());
      if (answer === null) return null;
      one.state = answer.state;
      for (const push of answer.pushes) deps.push(push);
      const exchange = exchanges.get(path) ?? { request: { method, path }, response: { status: 200, body: null } };
      exchange.response.body = answer.body;
      exchanges.set(path, exchange);
      return exchange;
    },
  };
}
