/** Prints a result as tables in the terminal. */
import type { BenchmarkResult, Figure, Group } from '../measure/schema.ts';

/** Number format of terminal and report: three significant digits. */
export function show(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  return size >= 1_000 ? value.toFixed(0) : size >= 100 ? value.toFixed(1) : size >= 1 ? value.toFixed(2) : value.toPrecision(3);
}

const cell = (figure: Figure | undefined): string =>
  figure === undefined
    ? '-'
    : `${show(figure.median)} (${show(figure.min)}–${show(figure.max)})${figure.ratio ? ` x${show(figure.ratio.median)}` : ''}`;

export const figureNames = ({ rows }: Group): readonly string[] => [
  ...new Set(rows.flatMap(({ figures }) => figures.map(({ figure }) => figure))),
];

function table(group: Group): string {
  const names = figureNames(group);
  const unitOf = (name: string): string => group.rows.flatMap(({ figures }) => figures).find(({ figure }) => figure === name)?.unit ?? '';
  const head = ['', ...names.map((name) => `${name}${unitOf(name) === '' ? '' : `, ${unitOf(name)}`}`)];
  const rows = group.rows.map((row) => [row.contestant, ...names.map((name) => cell(row.figures.find(({ figure }) => figure === name)))]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => cells[column]!.length)));
  return [head, ...rows]
    .map((cells) => cells.map((text, column) => (column === 0 ? text.padEnd(widths[0]!) : text.padStart(widths[column]!))).join('  '))
    .join('\n');
}

export function printResult(result: BenchmarkResult): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  console.log(`\n== ${result.benchmark} == ${result.tookS.toFixed(0)} s; medians (min–max), x: ratio in the same round`);
  for (const group of result.groups) {
    console.log(`\n${group.name}\n${table(group)}`);
    for (const { contestant, why } of group.absent) console.log(`  not here: ${contestant}: ${why}`);
  }
  const { counted, repeated, disturbed } = result.rounds;
  console.log(`\n${counted} rounds counted, ${repeated} made again, ${disturbed} disturbed and kept`);
}
