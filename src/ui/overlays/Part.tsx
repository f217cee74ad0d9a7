import { Component, type ReactNode, Suspense } from 'react';

import { HandsContext } from '../hands.ts';

interface Props {
  /** As it is reported and counted. */
  readonly name: string;
  readonly children: ReactNode;
  readonly waiting?: ReactNode;
  readonly broken?: ReactNode;
}

/** A part of the page that is loaded late or may fail: it is reported and the rest of the room goes on. */
export class Part extends Component<Props, { readonly isBroken: boolean }> {
  static override contextType = HandsContext;
  declare context: React.ContextType<typeof HandsContext>;
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown): void {
    this.context?.tell({ type: 'module-failed', name: this.props.name, detail: error instanceof Error ? error.message : String(error) });
  }

  override render(): ReactNode {
    if (this.state.isBroken) return this.props.broken ?? null;
    return <Suspense fallback={this.props.waiting ?? null}>{this.props.children}</Suspense>;
  }
}
