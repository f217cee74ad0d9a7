import { recorded } from '../../../mocks/scenario.ts';
import { answered, sessionPush, type SessionPush } from '../../../mocks/sessions/session.ts';
import { scripted, type Phase } from '../../../mocks/sessions/session-script.ts';

const PET_ID = 8;

interface Missed {
  readonly orderId: string;
  readonly title: string;
  readonly coin: number;
}
interface State {
  open: readonly Missed[];
}
const pushOf = (order: Missed): SessionPush => sessionPush('pet-missed-order', { petId: PET_ID, ...order });
const missed = (number: number, ms: number, title: string, coin: number): Phase<State> => ({
  ms,
  enter({ run, state }) {
    const order = { orderId: `${run}-${number}`, title, coin };
    state.open = [...state.open, order];
    return [pushOf(order)];
  },
});

/** The pet misses two orders; the first viewer to react takes one. */
export const pet = scripted<State>({
  name: 'pet',
  begin: () => ({ open: [] }),
  phases: [missed(1, 8_000, '送小鱼一束花', 20), missed(2, 30_000, '陪夜航船看星星', 50)],
  show: ({ state }) => state.open.map(pushOf),
  over: ({ state }) => void (state.open = []),
  calls: {
    take({ state }, { orderId, petId }) {
      const order = state.open.find((one) => one.orderId === orderId);
      if (order === undefined || petId !== PET_ID) return '这个订单已经被接走了';
      state.open = state.open.filter((one) => one !== order);
      return answered({ coin: order.coin });
    },
  },
});

export const mock = recorded('pet', pet, 'Orders that the pet missed and that can still be accepted', '宠物错过的订单，还可以补接');
