/**
 * Source of a stream's bytes when viewers share them. `enableP2PArr` selects a loader: the address of a script that exports `openP2p`,
 * imported lazily with a timeout. The project's own loader is src/ui/p2p/loader.ts.
 */
import { describe } from '../../core/describe.ts';
import { isAllowedLoader } from '../../core/p2p/loader-address.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { within } from '../../core/within.ts';
import { pageClock } from '../../page/clock.ts';
import type { OpenP2p } from '../../player/kinds/shared-stream.ts';
import { pageServices } from './page-services.ts';

const SCRIPT_TIMEOUT_MS = 5_000;

export async function loadP2p(address: string): Promise<Result<OpenP2p>> {
  const { href, origin } = new URL(address, location.href);
  if (!isAllowedLoader(origin, location.origin, pageServices().services.loaderOrigins))
    return err('P2P_ERROR', `the loader's origin is not in the setting: ${describe(origin, 100)}`);
  return within(pageClock, SCRIPT_TIMEOUT_MS, importLoader(href), () =>
    err('P2P_ERROR', `the loader did not arrive within ${SCRIPT_TIMEOUT_MS} ms`),
  );
}

async function importLoader(href: string): Promise<Result<OpenP2p>> {
  try {
    const module: unknown = await import(/* @vite-ignore */ href);
    const open: unknown = typeof module === 'object' && module !== null ? Reflect.get(module, 'openP2p') : undefined;
    return typeof open === 'function' ? ok(open as OpenP2p) : err('P2P_ERROR', 'the script exports no openP2p');
  } catch (cause) {
    return err('P2P_ERROR', describe(cause, 200));
  }
}
