/** What a panel shows besides its texts: states, names, images, icons, addresses and widths, one line for each element. */
import icons from '../../src/ui/icons/Icon.tsx?raw';
import { noticeStore } from '../../src/ui/overlays/notice.ts';

const SHOWN = [
  'title',
  'href',
  'rel',
  'src',
  'alt',
  'placeholder',
  'maxlength',
  'max',
  'min',
  'value',
  'style',
  'role',
  'width',
  'height',
  'hidden',
  'target',
  'referrerpolicy',
];
/** Left out: the width of the row of entries, which depends on the fonts. */
const MEASURED = /^width: [\d.]+px;$/;
/** Left out: ids that React numbers. */
const IDS = ['aria-labelledby', 'aria-describedby', 'aria-controls'];

/** Names of the icons by their paths, from the table itself. */
const ICONS: ReadonlyMap<string, string> = new Map(
  [...icons.matchAll(/^ {2}(\w+): \{([^}]*)\}/gm)].map(([, name = '', shape = '']) => [
    ['fill', 'line'].map((part) => new RegExp(`${part}:\\s*'([^']*)'`).exec(shape)?.[1] ?? '').join('|'),
    name,
  ]),
);

function iconOf(svg: Element): string {
  const paths = [...svg.querySelectorAll('path')];
  const of = (isFill: boolean): string => paths.find((path) => (path.getAttribute('fill') !== 'none') === isFill)?.getAttribute('d') ?? '';
  return ICONS.get(`${of(true)}|${of(false)}`) ?? 'unknown';
}

function lookOf(element: Element): string {
  if (element instanceof SVGElement)
    return element.localName === 'svg' ? `icon ${iconOf(element)} ${element.getAttribute('width') ?? ''}` : '';
  const shown = [...element.attributes]
    .filter(
      ({ name, value }) =>
        (SHOWN.includes(name) && !(name === 'style' && element.localName === 'div' && MEASURED.test(value))) ||
        (/^(data|aria)-/.test(name) &&
          !IDS.includes(name) &&
          !name.startsWith('data-region') &&
          !(name === 'data-ground' && element.hasAttribute('data-region-host'))),
    )
    .map(({ name, value }) => (value === '' ? name : `${name}=${value.replace(/^data:.*/s, 'data')}`))
    .toSorted();
  for (const state of ['disabled', 'checked'] as const) if (element.matches(`:${state}`)) shown.push(state);
  return shown.length === 0 ? '' : `${element.localName} ${shown.join(' ')}`;
}

/** Lines of all elements in their order; equal ones are counted. */
export function looksOf(root: Element): readonly string[] {
  const counts = new Map<string, number>();
  for (const element of root.querySelectorAll('*')) {
    const look = lookOf(element);
    if (look !== '') counts.set(look, (counts.get(look) ?? 0) + 1);
  }
  return [...counts].map(([look, count]) => (count === 1 ? look : `${look} (${count} times)`));
}

/** A state's lines that the state before it has not, and those that it no longer has. */
export const changed = (before: readonly string[], now: readonly string[]): readonly string[] => [
  ...now.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
  ...before.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
];

/** Messages of the page since the last call. */
export function noticesSince(seen: Set<number>): readonly string[] {
  const fresh = noticeStore.get().filter(({ id }) => !seen.has(id));
  for (const { id } of fresh) seen.add(id);
  return fresh.map(({ tone, text }) => `says (${tone}) ${text}`);
}
