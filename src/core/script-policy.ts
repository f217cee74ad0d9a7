/**
 * Where a page demands Trusted Types (`require-trusted-types-for 'script'`), a text is no address of a worker: it must pass a policy. This
 * one is the default policy of the page and of each worker, so that the bundler's form `new Worker(new URL(…))` and the players' libraries
 * stay as they are; text that would become markup or code has no policy and is refused.
 */
export function isOwnScript(address: string, origin: string): boolean {
  // A blob's address names the origin that made it: its content came from a script that was already here.
  return address.startsWith(`${origin}/`) || address.startsWith(`blob:${origin}/`) || /^\/(?!\/|\\)/.test(address);
}

/** As far as it is used; not in every browser, and not in the types of the page and of the workers alike. */
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
    // The page allows no policy of this name: workers start where it does not demand one.
  }
}
