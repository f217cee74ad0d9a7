import { Component, type ReactNode, Suspense } from 'react';

import { RoomContextProvider } from '../room-context.ts';

interface Props {
  /** As it is reported and counted. */
  readonly name: string;
  /** It is a feature's panel: the room switches the feature off. */
  readonly isFeature?: boolean;
  readonly children: ReactNode;
  readonly waiting?: ReactNode;
  readonly broken?: ReactNode;
}

/** A part of the page that is loaded late or may fail: it is reported and the rest of the room goes on. */
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
  }

  override render(): ReactNode {
    if (this.state.isBroken) return this.props.broken ?? null;
    return <Suspense fallback={this.props.waiting ?? null}>{this.props.children}</Suspense>;
  }
}
