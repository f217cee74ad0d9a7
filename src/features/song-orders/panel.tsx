import type { OrderAction, OrdersView } from '../../core/room/feature/orders.ts';
import { useShared } from '../../ui/features/parts/FeatureParts.tsx';
import css from '../../ui/features/parts/FeatureParts.module.css';
import { OrderPanel } from '../../ui/features/parts/OrderPanel.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import type { SongStatus } from './room.ts';
import type { SongOrdersWords } from './text.ts';

export default function SongOrdersPanel(props: PanelProps<OrdersView<SongStatus>, OrderAction, SongOrdersWords>) {
  // Length of a song that a viewer can order.
  const turnS = useShared('turnS');
  return (
    <OrderPanel {...props} feature="song-orders" icon="song" sad={['refused']}>
      {turnS !== null && <p className={css.quiet}>{props.words.turn(turnS)}</p>}
    </OrderPanel>
  );
}
