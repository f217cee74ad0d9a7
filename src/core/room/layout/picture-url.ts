const MAX_URL_CHARS = 512;

/** An address that an <img> of the page may load: absolute http or https, or a path of this host. '' for anything else. */
export const pictureUrl = (url: string): string =>
  url.length <= MAX_URL_CHARS && /^(?:https?:\/\/|\/(?!\/))[^\s"'<>\\]+$/.test(url) ? url : '';
