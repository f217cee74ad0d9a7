import { type ComponentType, lazy } from 'react';

/** Like `lazy`, which keeps a failure: `Part` is a component that loads the code again after a failed load. */
export function late<Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  const attempt = async (): Promise<{ readonly default: ComponentType<Props> }> => {
    try {
      return await load();
    } catch (cause) {
      part = lazy(attempt);
      throw cause;
    }
  };
  let part = lazy(attempt);
  return {
    get Part() {
      return part;
    },
  };
}
