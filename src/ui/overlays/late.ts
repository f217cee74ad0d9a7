import { type ComponentType, lazy } from 'react';

import { LoadFailed } from './page-parts.ts';

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
