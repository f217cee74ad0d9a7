/** One page with all results: tables as plain HTML, plots by uPlot, everything inlined, so that the file can be shared. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { type BenchmarkResult, type Figure, type Group, show } from '../measure/schema.ts';

// Prints a result as tables in the terminal.

const textCell = (figure: Figure | undefined): string =>
  figure === undefined
    ? '-'
    : `${show(figure.median)} (${show(figure.min)}–${show(figure.max)})${figure.ratio ? ` x${show(figure.ratio.median)}` : ''}`;

const figureNames = ({ rows }: Group): readonly string[] => [
  ...new Set(rows.flatMap(({ figures }) => figures.map(({ figure }) => figure))),
];

function textTable(group: Group): string {
  const names = figureNames(group);
  const unitOf = (name: string): string => group.rows.flatMap(({ figures }) => figures).find(({ figure }) => figure === name)?.unit ?? '';
  const head = ['', ...names.map((name) => `${name}${unitOf(name) === '' ? '' : `, ${unitOf(name)}`}`)];
  const rows = group.rows.map((row) => [
    row.contestant,
    ...names.map((name) => textCell(row.figures.find(({ figure }) => figure === name))),
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => cells[column]!.length)));
  return [head, ...rows]
    .map((cells) => cells.map((text, column) => (column === 0 ? text.padEnd(widths[0]!) : text.padStart(widths[column]!))).join('  '))
    .join('\n');
}

export function printResult(result: BenchmarkResult): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  console.log(`\n== ${result.benchmark} == ${result.tookS.toFixed(0)} s; medians (min–max), x: ratio in the same round`);
  for (const group of result.groups) {
    console.log(`\n${group.name}\n${textTable(group)}`);
    for (const { contestant, why } of group.absent) console.log(`  not here: ${contestant}: ${why}`);
  }
  const { counted, repeated, disturbed } = result.rounds;
  console.log(`\n${counted} rounds counted, ${repeated} made again, ${disturbed} disturbed and kept`);
}

const require = createRequire(import.meta.url);
const read = (file: string): string => readFileSync(file, 'utf8');

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A number of the page: its text and its path in the results. */
const number = (key: readonly string[], value: number): string => `<b data-key="${escape(key.join('|'))}">${show(value)}</b>`;

function cell(result: BenchmarkResult, group: Group, contestant: string, figure: Figure | undefined): string {
  if (figure === undefined) return '<td class="none">–</td>';
  const key = [titleOf(result), group.name, contestant, figure.figure];
  const range =
    figure.min === figure.max ? '' : ` <span>${number([...key, 'min'], figure.min)}–${number([...key, 'max'], figure.max)}</span>`;
  const ratio =
    figure.ratio === undefined
      ? ''
      : ` <i title="ratio to ${escape(figure.ratio.to)} in the same round">×${number([...key, 'ratio'], figure.ratio.median)}</i>`;
  return `<td>${number([...key, 'median'], figure.median)}${range}${ratio}</td>`;
}

const ARROWS = { higher: '↑', lower: '↓', neither: '' } as const;

function table(result: BenchmarkResult, group: Group): string {
  const names = figureNames(group);
  const kindOf = (name: string): Figure | undefined => group.rows.flatMap(({ figures }) => figures).find(({ figure }) => figure === name);
  const head = names.map((name) => {
    const kind = kindOf(name);
    return `<th title="${escape(result.meanings[name] ?? '')}">${escape(name)} <small>${escape(kind?.unit ?? '')} ${kind ? ARROWS[kind.better] : ''}</small></th>`;
  });
  const rows = group.rows.map(({ contestant, figures, notes }) => {
    const cells = names.map((name) =>
      cell(
        result,
        group,
        contestant,
        figures.find(({ figure }) => figure === name),
      ),
    );
    const note = notes.length === 0 ? '' : `<small>${escape(notes.join('; '))}</small>`;
    return `<tr><th>${escape(contestant)}${note}</th>${cells.join('')}</tr>`;
  });
  return `<div class="wide"><table><thead><tr><th></th>${head.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

function section(result: BenchmarkResult, group: Group, at: string): string {
  const absent = group.absent.map(({ contestant, why }) => `<li>Not here: <b>${escape(contestant)}</b>: ${escape(why)}</li>`);
  const series = group.series.map(
    (one, index) => `<figure data-series="${at}/${index}"><figcaption>${escape(one.title)}</figcaption></figure>`,
  );
  return [
    `<section><h3>${escape(group.name)}</h3><p>${escape(group.about)}</p>`,
    group.rows.length > 1 ? `<figure data-bars="${at}"></figure>` : '',
    table(result, group),
    absent.length === 0 ? '' : `<ul>${absent.join('')}</ul>`,
    ...series,
    '</section>',
  ].join('\n');
}

/** Benchmarks have one result; a device has its description instead. */
const titleOf = ({ benchmark, device }: BenchmarkResult): string => (device === undefined ? benchmark : device.words);

const idOf = (index: number, { benchmark }: BenchmarkResult): string => (benchmark === 'device' ? `device-${index}` : benchmark);

function article(result: BenchmarkResult, index: number): string {
  const meanings = Object.entries(result.meanings).map(([name, meaning]) => `<dt>${escape(name)}</dt><dd>${escape(meaning)}</dd>`);
  const inputs = result.inputs.map(
    ({ name, md5, bytes, about }) =>
      `<tr><th>${escape(name)}</th><td>${bytes}</td><td><code>${md5}</code></td><td>${escape(about)}</td></tr>`,
  );
  const { counted, warmUp, repeated, disturbed } = result.rounds;
  const cores = result.probes.map((probe) => probe.cores);
  const facts = [
    ...(result.commit === null
      ? []
      : [`Commit <code>${result.commit.hash.slice(0, 12)}</code>${result.commit.isDirty ? ' with changes' : ''}`]),
    ...(result.base ? [`base ${escape(result.base.given)} <code>${result.base.hash.slice(0, 12)}</code>`] : []),
    result.startedAt.slice(0, 16).replace('T', ' '),
    `${result.tookS.toFixed(0)} s`,
    ...(result.isQuick ? ['quick run'] : []),
    `${escape(result.machine.cpu)}, ${result.machine.cores} cores, ${result.machine.memoryGiB} GiB, ${escape(result.machine.os)}`,
    ...(result.software.node === null ? [] : [`Node ${result.software.node}`]),
    ...Object.entries(result.software).flatMap(([name, version]) =>
      name === 'node' || version === null ? [] : [escape(name === 'browser' ? version : `${name} ${version}`)],
    ),
    `${counted} rounds, ${warmUp} to warm up, ${repeated} disturbed and made again, ${disturbed} disturbed and kept`,
    ...(cores.length > 0
      ? [`two busy threads got ${show(Math.min(...cores))} to ${show(Math.max(...cores))} cores between the rounds`]
      : []),
  ];
  return [
    `<article id="${idOf(index, result)}"><h2>${escape(titleOf(result))}</h2><p>${escape(result.about)}</p><p class="facts">${facts.join(' · ')}</p>`,
    ...result.groups.map((group, at) => section(result, group, `${index}/${at}`)),
    `<details><summary>What the figures mean</summary><dl>${meanings.join('')}</dl></details>`,
    inputs.length === 0
      ? ''
      : `<details><summary>Inputs</summary><div class="wide"><table><thead><tr><th></th><th>bytes</th><th>md5</th><th></th></tr></thead>${inputs.join('')}</table></div></details>`,
    '</article>',
  ].join('\n');
}

/** Returns the page as text. */
function reportPage(results: readonly BenchmarkResult[]): string {
  const uplot = path.dirname(require.resolve('uplot/package.json'));
  const here = import.meta.dirname;
  // A closing tag inside the data would end the script element.
  const data = JSON.stringify(results).replaceAll('<', '\\u003c');
  const links = results.map((result, index) => `<a href="#${idOf(index, result)}">${escape(titleOf(result))}</a>`).join(' ');
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Footlight: benchmarks</title>',
    `<style>${read(path.join(uplot, 'dist/uPlot.min.css'))}\n${read(path.join(here, 'report.css'))}</style></head><body>`,
    `<header><h1>Footlight: benchmarks</h1><nav>${links}</nav>`,
    '<p>Medians of interleaved rounds with min–max; × is the median ratio within the same round, which a drifting machine disturbs least. ↑ higher is better, ↓ lower is.</p></header>',
    ...results.map(article),
    `<script type="application/json" id="results">${data}</script>`,
    `<script>${read(path.join(uplot, 'dist/uPlot.iife.min.js'))}</script>`,
    `<script type="module">${read(path.join(here, 'plots.js'))}\ndrawReport(uPlot);</script></body></html>`,
  ].join('\n');
}

export function writeReport(file: string, results: readonly BenchmarkResult[]): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${reportPage(results)}\n`);
  return file;
}
