import { Component, type ReactNode, Suspense } from 'react';

import { RoomContextProvider } from '../room-context.ts';

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
    this.context?.send({ type: 'page-part-failed', name: this.props.name, feature: this.props.isFeature ?? false, detail });
    this.props.onBroken?.();
  }

  override render(): ReactNode {
    if (this.state.isBroken) return this.props.broken ?? null;
    return <Suspense fallback={this.props.waiting ?? null}>{this.props.children}</Suspense>;
  }
}
