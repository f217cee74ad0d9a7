import type { OrderAction } from '../../core/room/orders.ts';
import type { OrdersView } from '../../core/room/orders-view.ts';
import { OrderPanel } from '../../ui/features/OrderPanel.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import type { ChallengeStatus } from './rules.ts';
import type { ChallengeWords } from './text.zh-CN.ts';

export default function RewardChallengePanel(props: PanelProps<OrdersView<ChallengeStatus>, OrderAction, ChallengeWords>) {
  return <OrderPanel {...props} module="reward-challenge" icon="gift" sad={['refunded']} />;
}
