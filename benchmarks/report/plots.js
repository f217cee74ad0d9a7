/* Plots by uPlot: bars of figures and series. The report inlines this file after uPlot; the page /bench imports it. */
const GRID = { stroke: 'rgb(128 128 128 / 20%)', width: 1 };
const COLOURS = ['#3b82f6', '#f97316', '#10b981', '#a855f7', '#ef4444', '#64748b'];
const WIDTH = 860;

/** Draws one bar for each row `{ label, median, min, max }`; `title` contains the unit. */
export function drawBars(uPlot, element, title, rows, width = WIDTH) {
  const ink = getComputedStyle(element).color;
  const range = (u) => {
    const { ctx } = u;
    ctx.save();
    ctx.strokeStyle = ink;
    for (const [i, one] of rows.entries()) {
      const x = Math.round(u.valToPos(i, 'x', true));
      ctx.beginPath();
      ctx.moveTo(x, u.valToPos(one.min, 'y', true));
      ctx.lineTo(x, u.valToPos(one.max, 'y', true));
      ctx.stroke();
    }
    ctx.restore();
  };
  return new uPlot(
    {
      width: Math.min(width, 140 + rows.length * 130),
      height: 200,
      title,
      cursor: { show: false },
      legend: { show: false },
      scales: {
        x: { time: false, range: [-0.6, rows.length - 0.4] },
        y: { range: [0, 1.08 * Math.max(...rows.map((one) => one.max)) || 1] },
      },
      axes: [
        {
          stroke: ink,
          grid: { show: false },
          ticks: { show: false },
          splits: () => rows.map((_, i) => i),
          values: () => rows.map(({ label }) => label),
        },
        { stroke: ink, grid: GRID, ticks: GRID, size: 60 },
      ],
      series: [{}, { fill: `${COLOURS[0]}99`, stroke: COLOURS[0], paths: uPlot.paths.bars({ size: [0.55, 90] }), points: { show: false } }],
      hooks: { draw: [range] },
    },
    [rows.map((_, i) => i), rows.map((one) => one.median)],
    element,
  );
}

/** Draws the lines of a series of a result over its x. */
export function drawSeries(uPlot, element, series, width = WIDTH) {
  const ink = getComputedStyle(element).color;
  const units = [...new Set(series.lines.map(({ unit }) => unit))];
  return new uPlot(
    {
      width,
      height: 220,
      scales: { x: { time: false } },
      axes: [
        { stroke: ink, grid: GRID, ticks: GRID, label: series.x.label },
        ...units.slice(0, 2).map((unit, i) => ({
          scale: unit,
          side: i === 0 ? 3 : 1,
          stroke: ink,
          grid: i === 0 ? GRID : { show: false },
          ticks: GRID,
          label: unit,
          size: 64,
        })),
      ],
      series: [
        { label: series.x.label },
        ...series.lines.map((line, i) => ({
          label: `${line.label}, ${line.unit}`,
          scale: line.unit,
          stroke: COLOURS[i % COLOURS.length],
          width: 1.5,
          spanGaps: false,
        })),
      ],
    },
    [series.x.values, ...series.lines.map(({ values }) => values)],
    element,
  );
}

/** Fills the figures of the report, which contains its results as JSON. */
export function drawReport(uPlot) {
  const results = JSON.parse(document.getElementById('results').textContent);
  const groupAt = (place) => {
    const [result, group] = place.split('/').map(Number);
    return results[result].groups[group];
  };
  for (const figure of document.querySelectorAll('[data-bars]')) {
    const { rows } = groupAt(figure.dataset.bars);
    const first = rows.flatMap((row) => row.figures)[0];
    const bars = rows.flatMap((row) =>
      row.figures.filter((one) => one.figure === first.figure).map((one) => ({ ...one, label: row.contestant })),
    );
    if (bars.length > 1) drawBars(uPlot, figure, `${first.figure}${first.unit === '' ? '' : `, ${first.unit}`}`, bars);
  }
  for (const figure of document.querySelectorAll('[data-series]')) {
    drawSeries(uPlot, figure, groupAt(figure.dataset.series).series[Number(figure.dataset.series.split('/')[2])]);
  }
}
