import type { OrderAction, OrdersView } from '../../core/room/feature/orders.ts';
import { OrderPanel } from '../../ui/features/parts/OrderPanel.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import type { SquareStatus } from './room.ts';
import type { SquareWords } from './text.ts';

export default function RewardSquarePanel(props: PanelProps<OrdersView<SquareStatus>, OrderAction, SquareWords>) {
  return <OrderPanel {...props} feature="reward-square" icon="services" sad={['refused', 'refunded']} />;
}
