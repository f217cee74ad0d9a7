import { Component, type ReactNode, Suspense, use, useEffect } from 'react';

import { RoomContextProvider } from '../room-context.ts';
import type { PagePart } from './notice-words.ts';
import { forgetRetry, partFailed, partShown, retryLater } from './page-parts.ts';

interface Content {
  /** A function if the part can be shown again: it returns the component that loads its code again (late.ts). */
  readonly children: ReactNode | (() => ReactNode);
  readonly waiting?: ReactNode;
  /** Shown until the page is reloaded. */
  readonly broken?: ReactNode;
  /** Called after the failure is reported. */
  readonly onBroken?: () => void;
}

/** `isFeature`: a feature's panel, which the room then switches off. `name`: in reports and counters. */
type Props = Content & ({ readonly name: PagePart; readonly isFeature?: false } | { readonly name: string; readonly isFeature: true });

/**
 * Error boundary of a part that is loaded late or may fail: the failure is reported and the rest of the room continues. The part is shown
 * again when the network returns or the viewer retries.
 */
export class FeatureBoundary extends Component<Props, { readonly isBroken: boolean }> {
  static override contextType = RoomContextProvider;
  declare context: React.ContextType<typeof RoomContextProvider>;
  override state = { isBroken: false };
  readonly #retry = (): void => this.setState({ isBroken: false });

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown): void {
    const detail = error instanceof Error ? error.message : String(error);
    const { name, isFeature } = this.props;
    const send = this.context?.send;
    if (isFeature === true) send?.({ type: 'page-part-failed', name, feature: true, detail });
    else if (send !== undefined) partFailed(send, name, detail);
    if (typeof this.props.children === 'function') retryLater(name, this.#retry);
    this.props.onBroken?.();
  }

  override componentWillUnmount(): void {
    forgetRetry(this.#retry);
  }

  override render(): ReactNode {
    if (this.state.isBroken) return this.props.broken ?? null;
    const { children } = this.props;
    return (
      <Suspense fallback={this.props.waiting ?? null}>
        {typeof children === 'function' ? children() : children}
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
