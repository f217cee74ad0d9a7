/**
 * Headers of the room page and of all its scripts and workers. Document-Isolation-Policy gives Chromium shared memory while third-party
 * frames, popups and images keep working; Firefox and WebKit ignore it and decode HEVC natively in most cases. A deployment without
 * third-party frames may send the stricter pair instead (FOOTLIGHT_ISOLATION=coop), which Firefox supports too.
 */
export function isolationHeaders(isolation: Isolation | undefined = settingOf(process.env)): Readonly<Record<string, string>> {
  switch (isolation) {
    case 'none':
      return {};
    case 'coop':
      return { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'credentialless' };
    default:
      return { 'Document-Isolation-Policy': 'isolate-and-credentialless' };
  }
}

export type Isolation = 'none' | 'coop' | 'document';

function settingOf(env: Readonly<Record<string, string | undefined>>): Isolation {
  const setting = env['FOOTLIGHT_ISOLATION'] || 'document';
  if (setting === 'none' || setting === 'coop' || setting === 'document') return setting;
  throw new Error(`FOOTLIGHT_ISOLATION ${setting} is none of none, coop, document`);
}
