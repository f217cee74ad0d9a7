import { isAddress } from '../../../player/base/answer-fields.ts';

const MAX_URL_CHARS = 512;

/** An address that an <img> of the page may load; '' for anything else. */
export const pictureUrl = (url: string): string => (isAddress(url, MAX_URL_CHARS) ? url : '');
