import { Component, type ReactNode, Suspense, use, useEffect } from 'react';

import { RoomContextProvider } from '../room-context.ts';
import { partFailed, partShown } from './page-parts.ts';

interface Props {
  /** Name in reports and counters. */
  readonly name: string;
  /** True for a feature's panel: the room then switches the feature off. */
  readonly isFeature?: boolean;
  readonly children: ReactNode;
  readonly waiting?: ReactNode;
  readonly broken?: ReactNode;
  /** Called after the failure is reported. */
  readonly onBroken?: () => void;
}

/** Error boundary of a part that is loaded late or may fail: the failure is reported and the rest of the room continues. */
export class FeatureBoundary extends Component<Props, { readonly isBroken: boolean }> {
  static override contextType = RoomContextProvider;
  declare context: React.ContextType<typeof RoomContextProvider>;
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown): void {
    const detail = error instanceof Error ? error.message : String(error);
    const { name, isFeature } = this.props;
    const send = this.context?.send;
    if (isFeature === true) send?.({ type: 'page-part-failed', name, feature: true, detail });
    else if (send !== undefined) partFailed(send, name, detail);
    this.props.onBroken?.();
  }

  override render(): ReactNode {
    if (this.state.isBroken) return this.props.broken ?? null;
    return (
      <Suspense fallback={this.props.waiting ?? null}>
        {this.props.children}
        <Shown name={this.props.name} />
      </Suspense>
    );
  }
}

/** Mounted together with the content of the boundary. */
function Shown({ name }: { readonly name: string }) {
  const send = use(RoomContextProvider)?.send;
  useEffect(() => {
    if (send !== undefined) partShown(send, name);
  }, [send, name]);
  return null;
}
