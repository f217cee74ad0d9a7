const MAX_URL_CHARS = 512;

/** An address that an <img> of the page may load: of the web, or of this host. '' for anything else. */
export const pictureUrl = (url: string): string =>
  url.length <= MAX_URL_CHARS && /^(?:https?:\/\/|\/(?!\/))[^\s"'<>\\]+$/.test(url) ? url : '';
