import { Component, type ComponentType, lazy, type ReactNode, Suspense, use, useEffect } from 'react';

import { RoomContextProvider } from '../room-context.ts';
import { useText } from '../text/text.ts';
import css from './FeatureBoundary.module.css';
import type { PagePart } from './notice-words.ts';
import { LoadFailed, pageParts } from './page-parts.ts';

interface Content {
  /** A function if the part can be shown again: it returns the component that loads its code again (`late`). */
  readonly children: ReactNode | (() => ReactNode);
  /** Placeholder while the code of the part is loaded. */
  readonly waiting?: ReactNode;
  /** Shown in place of a part that failed. */
  readonly broken?: ReactNode;
  /** Called after the failure is reported. */
  readonly onBroken?: (() => void) | undefined;
}

/** `isFeature`: a feature's panel; after a throw the room starts the feature again. `name`: in reports and notices. */
type Props = Content & ({ readonly name: PagePart; readonly isFeature?: false } | { readonly name: string; readonly isFeature: true });

/**
 * A part that is loaded late or may fail: it has a placeholder, a notice if it is late, and is shown whenever it arrives. After a failure the
 * rest of the room continues, and the part is tried again (core/late-part.ts).
 */
export class FeatureBoundary extends Component<Props, { readonly isBroken: boolean }> {
  static override contextType = RoomContextProvider;
  declare context: React.ContextType<typeof RoomContextProvider>;
  override state = { isBroken: false };
  #key = '';

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidMount(): void {
    const { name, isFeature = false } = this.props;
    const render = (): void => {
      if (typeof this.props.children === 'function') this.setState({ isBroken: false });
    };
    this.#key = pageParts.mount({ name, isFeature, send: this.context?.send, render });
  }

  override componentDidCatch(error: unknown): void {
    pageParts.failed(this.#key, error);
    this.props.onBroken?.();
  }

  override componentWillUnmount(): void {
    pageParts.unmount(this.#key);
  }

  override render(): ReactNode {
    if (this.state.isBroken) return this.props.broken ?? null;
    const { children, waiting } = this.props;
    return (
      <Suspense fallback={waiting ?? <Waiting />}>
        {typeof children === 'function' ? children() : children}
        <Shown onShown={this.#onShown} />
      </Suspense>
    );
  }

  readonly #onShown = (): void => pageParts.shown(this.#key);
}

/** Like `lazy`, which keeps a failure for ever: `Part` is a component that loads the code again after `forget` of its failure. */
export function late<Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  const attempt = async (): Promise<{ readonly default: ComponentType<Props> }> => {
    try {
      return await load();
    } catch (cause) {
      throw new LoadFailed(cause, () => {
        part = lazy(attempt);
      });
    }
  };
  let part = lazy(attempt);
  return {
    get Part() {
      return part;
    },
  };
}

/** A part of its own chunk in its boundary. With `onBroken`, which closes it, a failed part is not shown again by itself. */
export function latePart<Props extends object>(
  name: PagePart | ((props: Props) => PagePart),
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
) {
  const part = late(load);
  return ({ waiting, onBroken, ...rest }: Props & Pick<Content, 'waiting' | 'onBroken'>) => {
    const props = rest as unknown as Props;
    const show = () => <part.Part {...props} />;
    return (
      <FeatureBoundary name={typeof name === 'string' ? name : name(props)} waiting={waiting} onBroken={onBroken}>
        {onBroken === undefined ? show : show()}
      </FeatureBoundary>
    );
  };
}

/** A thin line at the top of the page. Its animation begins after a moment, so that code that arrives at once does not flash. */
function Waiting() {
  const text = useText();
  return <span className={css.waiting} role="progressbar" aria-label={text.loading} />;
}

/** Mounted together with the content of the boundary. */
function Shown({ onShown }: { readonly onShown: () => void }) {
  const context = use(RoomContextProvider);
  useEffect(onShown, [onShown, context]);
  return null;
}
