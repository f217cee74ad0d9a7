import { asShown, stripSpacing } from '../../socket/cleaning.ts';
import { isAddress } from '../../../player/base/answer-fields.ts';

/** Text of a message for a text node, truncated at `maxChars`; escaped angle brackets become characters again (core/socket/cleaning.ts). */
export const shownText = (value: string, maxChars: number): string =>
  stripSpacing(asShown(value))
    .trim()
    .slice(0, maxChars)
    .replace(/[\ud800-\udbff]$/, '');

/** The first characters of a text of a service, without cutting an emoji in half; '' for anything else. */
export const shortText = (value: unknown, maxChars: number): string =>
  typeof value === 'string'
    ? Array.from(stripSpacing(value.slice(0, 4 * maxChars)).trim())
        .slice(0, maxChars)
        .join('')
    : '';

const MAX_URL_CHARS = 512;

/** An address that an <img> of the page may load; '' for anything else. */
export const pictureUrl = (url: string): string => (isAddress(url, MAX_URL_CHARS) ? url : '');
