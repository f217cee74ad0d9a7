/**
 * Headers of the room page and of every script and worker behind it. Document-Isolation-Policy gives Chromium shared memory while
 * third-party frames, popups and images keep working; Firefox and WebKit ignore it and decode HEVC natively in most cases.
 * A deployment that embeds no third-party frame may send the stricter pair instead (FOOTLIGHT_ISOLATION=coop), which Firefox honours too.
 */
export function isolationHeaders(isolation = settingOf(process.env)) {
    switch (isolation) {
        case 'none':
            return {};
        case 'coop':
            return { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'credentialless' };
        default:
            return { 'Document-Isolation-Policy': 'isolate-and-credentialless' };
    }
}
function settingOf(env) {
    const setting = env['FOOTLIGHT_ISOLATION'];
    return setting === 'none' || setting === 'coop' ? setting : 'document';
}
