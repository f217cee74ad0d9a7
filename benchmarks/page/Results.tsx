import 'uplot/dist/uPlot.min.css';

import { useEffect, useRef, useState } from 'react';
import type UPlot from 'uplot';

import { copyText } from '../../src/design/clipboard.ts';
import { Icon } from '../../src/design/icons/Icon.tsx';
import { type BenchmarkResult, type Figure, type Group, type Row, type Series, show } from '../measure/schema.ts';
import { drawBars, drawSeries } from '../report/plots.js';
import css from './BenchPage.module.css';
import { type FigureName, linkOf } from './collected.ts';
import { useText } from './text.ts';

const LETTERS = 'ABCDEFG';

/** A row of one of the results. */
interface PlacedRow {
  readonly letter: string;
  readonly row: Row;
}
interface Compared {
  readonly name: string;
  readonly about: string;
  readonly rows: readonly PlacedRow[];
  readonly absent: readonly (Group['absent'][number] & { readonly letter: string })[];
  readonly series: readonly Series[];
}

/** Groups of the same name of all results, in the order in which they first appear. */
function compare(results: readonly BenchmarkResult[]): readonly Compared[] {
  const names = [...new Set(results.flatMap(({ groups }) => groups.map(({ name }) => name)))];
  return names.map((name) => {
    const found = results.flatMap(({ groups }, index) => {
      const group = groups.find((one) => one.name === name);
      return group === undefined ? [] : [{ group, letter: results.length > 1 ? LETTERS[index]! : '' }];
    });
    return {
      name,
      about: found[0]!.group.about,
      rows: found.flatMap(({ group, letter }) => group.rows.map((row) => ({ letter, row }))),
      absent: found.flatMap(({ group, letter }) => group.absent.map((one) => ({ letter, ...one }))),
      series: found.flatMap(({ group, letter }) => group.series.map((one) => ({ ...one, title: `${letter} ${one.title}`.trim() }))),
    };
  });
}

interface Props {
  readonly results: readonly BenchmarkResult[];
  /** The first result is the one of this page. */
  readonly isOwn: boolean;
  readonly isRunning: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onRemove: (result: BenchmarkResult) => void;
}

export function Results({ results, isOwn, isRunning, onFiles, onRemove }: Props) {
  const text = useText();
  const [said, setSaid] = useState('');
  const [first] = results;

  const save = (): void => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([`${JSON.stringify(first, null, 1)}\n`], { type: 'application/json' }));
    link.download = `bench-${first!.startedAt.slice(0, 16).replaceAll(/\D/g, '')}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href));
  };
  const share = async (): Promise<void> => {
    const link = linkOf(first!, location.href);
    if (link === null) setSaid(text.tooLong);
    else setSaid((await copyText(link)) ? text.linked : text.notCopied);
  };

  return (
    <section className={css.results} aria-label={text.results}>
      <div className={css.row}>
        <h2>{text.results}</h2>
        <label className={css.button}>
          <input
            type="file"
            className="unseen"
            accept="application/json,.json"
            multiple
            onChange={(event) => onFiles([...(event.target.files ?? [])])}
          />
          {text.open}
        </label>
        {first !== undefined && !isRunning && (
          <>
            <button type="button" className={css.button} onClick={save}>
              {text.save}
            </button>
            <button type="button" className={css.button} onClick={() => void share()}>
              <Icon name="copy" /> {text.link}
            </button>
          </>
        )}
      </div>
      <p role="status" className={css.faint}>
        {said}
      </p>
      <p className={css.faint}>
        {first === undefined ? text.none : ''} {text.drop}
      </p>
      <Devices results={results} isOwn={isOwn} onRemove={onRemove} />
      {compare(results).map((group) => (
        <GroupTable
          key={group.name}
          group={group}
          meanings={Object.assign({}, ...results.map(({ meanings }) => meanings)) as Record<string, string>}
          isRunning={isRunning}
        />
      ))}
    </section>
  );
}

function Devices({ results, isOwn, onRemove }: Pick<Props, 'results' | 'isOwn' | 'onRemove'>) {
  const text = useText();
  return (
    <ul className={css.devices} aria-label={text.device}>
      {results.map((result, index) => (
        <li key={`${result.startedAt} ${index}`}>
          {results.length > 1 && <b>{LETTERS[index]}</b>}
          <span>
            {result.device?.words ?? result.machine.cpu}
            <small>
              {[result.startedAt.slice(0, 16).replace('T', ' '), result.device?.gpu ?? '', result.isQuick ? text.quick : '']
                .filter(Boolean)
                .join(' · ')}
            </small>
          </span>
          {!(isOwn && index === 0) && (
            <button
              type="button"
              className={css.remove}
              aria-label={text.remove(result.device?.words ?? result.benchmark)}
              onClick={() => onRemove(result)}
            >
              <Icon name="close" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

const ARROWS = { higher: '↑', lower: '↓', neither: '' } as const;

function GroupTable({ group, meanings, isRunning }: { group: Compared; meanings: Readonly<Record<string, string>>; isRunning: boolean }) {
  const text = useText();
  const names = [...new Set(group.rows.flatMap(({ row }) => row.figures.map(({ figure }) => figure)))];
  const figureOf = (row: Row, name: string): Figure | undefined => row.figures.find(({ figure }) => figure === name);
  const kindOf = (name: string): Figure => group.rows.map(({ row }) => figureOf(row, name)).find((figure) => figure !== undefined)!;
  return (
    <section className={css.group}>
      <h3>{group.name}</h3>
      <p className={css.faint}>{group.about}</p>
      {/* Drawing would disturb what is being measured. */}
      {!isRunning && <Plots group={group} />}
      {names.length > 0 && (
        <div className={css.wide} role="region" aria-label={group.name} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{text.contestant}</th>
                {names.map((name) => (
                  <th key={name} scope="col" title={text.figure[name as FigureName] ?? meanings[name]}>
                    {name}{' '}
                    <small>
                      {kindOf(name).unit} {ARROWS[kindOf(name).better]}
                    </small>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {group.rows.map(({ letter, row }, index) => (
                <tr key={`${letter} ${row.contestant} ${index}`}>
                  <th scope="row">
                    {letter !== '' && <b>{letter}</b>} {row.contestant} {row.notes.length > 0 && <small>{row.notes.join('; ')}</small>}
                  </th>
                  {names.map((name) => (
                    <Cell key={name} figure={figureOf(row, name)} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {group.absent.length > 0 && (
        <ul className={css.faint}>
          {group.absent.map(({ letter, contestant, why }, index) => (
            <li key={`${letter} ${contestant} ${index}`}>
              {text.missing}: {letter} {contestant}: {why}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Cell({ figure }: { figure: Figure | undefined }) {
  if (figure === undefined) return <td>–</td>;
  return (
    <td>
      {show(figure.median)}
      {figure.min !== figure.max && (
        <small>
          {' '}
          {show(figure.min)}–{show(figure.max)}
        </small>
      )}
    </td>
  );
}

/** Bars of the first figure, and the plots over time. */
function Plots({ group }: { group: Compared }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = box.current!;
    const first = group.rows.flatMap(({ row }) => row.figures)[0];
    const bars = group.rows.flatMap(({ letter, row }) => {
      const figure = row.figures.find((one) => one.figure === first?.figure);
      return figure === undefined ? [] : [{ ...figure, label: `${letter} ${row.contestant}`.trim() }];
    });
    let plots: readonly UPlot[] = [];
    let isGone = false;
    import('uplot').then(
      ({ default: uPlot }) => {
        if (isGone) return;
        plots = [
          ...(first !== undefined && bars.length > 1
            ? [drawBars(uPlot, element, `${first.figure}, ${first.unit}`, bars, element.clientWidth)]
            : []),
          ...group.series.map((series) => drawSeries(uPlot, element, series, element.clientWidth)),
        ];
      },
      // uPlot does not load with a locale that Intl refuses (WebKitGTK with LANG=C). The table has the same numbers.
      (cause: unknown) => console.warn('no plots:', cause),
    );
    return () => {
      isGone = true;
      for (const plot of plots) plot.destroy();
    };
  }, [group]);
  // The table contains the same numbers.
  return <figure ref={box} className={css.plots} aria-hidden="true" />;
}
