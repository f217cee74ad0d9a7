import type { OrderAction, OrdersView } from '../../core/room/feature/orders.ts';
import { OrderPanel } from '../../ui/features/parts/OrderPanel.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import type { ChallengeStatus } from './room.ts';
import type { ChallengeWords } from './text.ts';

export default function RewardChallengePanel(props: PanelProps<OrdersView<ChallengeStatus>, OrderAction, ChallengeWords>) {
  return <OrderPanel {...props} feature="reward-challenge" icon="challenge" sad={['refunded']} />;
}
