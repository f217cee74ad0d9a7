import type { OrderAction } from '../../core/room/feature/orders.ts';
import type { OrdersView } from '../../core/room/feature/orders-view.ts';
import { OrderPanel } from '../../ui/features/parts/OrderPanel.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import type { DanceStatus } from './rules.ts';
import type { DanceWords } from './text.zh-CN.ts';

export default function DanceOrdersPanel(props: PanelProps<OrdersView<DanceStatus>, OrderAction, DanceWords>) {
  return <OrderPanel {...props} feature="dance-orders" icon="user" sad={['refunded']} />;
}
