/**
 * On a page with Trusted Types (`require-trusted-types-for 'script'`), a string is not accepted as the address of a worker without a
 * policy. This is the default policy of the page and of each worker, so that the bundler's form `new Worker(new URL(…))` and the players'
 * libraries work unchanged; strings for markup or code have no policy and are refused.
 */
export function isOwnScript(address: string, origin: string): boolean {
  return address.startsWith(`${origin}/`) || /^\/(?!\/|\\)/.test(address);
}

/** The part of the API that is used; not available in all browsers, nor in the types of both page and workers. */
export interface ScriptPolicyScope {
  readonly trustedTypes?: {
    readonly defaultPolicy: unknown;
    createPolicy(name: string, rules: { readonly createScriptURL: (address: string) => string | null }): unknown;
  };
  readonly location: { readonly origin: string };
}

export function installScriptPolicy(scope: ScriptPolicyScope): void {
  const { trustedTypes, location } = scope;
  if (trustedTypes === undefined || trustedTypes.defaultPolicy) return;
  try {
    trustedTypes.createPolicy('default', { createScriptURL: (address) => (isOwnScript(address, location.origin) ? address : null) });
  } catch {
    // The page's CSP allows no policy of this name: workers start if it does not require one.
  }
}
