import { asShown, stripSpacing } from '../../socket/cleaning.ts';

/** Text of a message for a text node, truncated at `maxChars`; escaped angle brackets become characters again (core/socket/cleaning.ts). */
export const shownText = (value: string, maxChars: number): string =>
  stripSpacing(asShown(value))
    .trim()
    .slice(0, maxChars)
    .replace(/[\ud800-\udbff]$/, '');
