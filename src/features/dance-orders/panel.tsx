import type { OrderAction, OrdersView } from '../../core/room/feature/orders.ts';
import { OrderPanel } from '../../ui/features/parts/OrderPanel.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import type { DanceStatus } from './room.ts';
import type { DanceWords } from './text.ts';

export default function DanceOrdersPanel(props: PanelProps<OrdersView<DanceStatus>, OrderAction, DanceWords>) {
  return <OrderPanel {...props} feature="dance-orders" icon="dance" sad={['refunded']} />;
}
