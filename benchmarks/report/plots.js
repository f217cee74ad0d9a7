/* Draws the plots of the report: bars of a group's first figure, and its series. Inlined into the page after uPlot. */
// Long: the script of a single-file page: its drawing functions share colours, sizes and results in one scope.
(() => {
  const results = JSON.parse(document.getElementById('results').textContent);
  const ink = getComputedStyle(document.body).color;
  const grid = { stroke: 'rgb(128 128 128 / 20%)', width: 1 };
  const colours = ['#3b82f6', '#f97316', '#10b981', '#a855f7', '#ef4444', '#64748b'];
  const WIDTH = 860;
  const plots = [];

  const groupAt = (place) => {
    const [result, group] = place.split('/').map(Number);
    return results[result].groups[group];
  };

  for (const figure of document.querySelectorAll('[data-bars]')) {
    const group = groupAt(figure.dataset.bars);
    const name = group.rows.flatMap((row) => row.figures)[0]?.figure;
    const rows = group.rows.flatMap((row) => row.figures.filter((one) => one.figure === name).map((one) => [row.contestant, one]));
    if (rows.length < 2) continue;
    const [, first] = rows[0];
    const range = (u) => {
      const { ctx } = u;
      ctx.save();
      ctx.strokeStyle = ink;
      for (const [i, [, one]] of rows.entries()) {
        const x = Math.round(u.valToPos(i, 'x', true));
        ctx.beginPath();
        ctx.moveTo(x, u.valToPos(one.min, 'y', true));
        ctx.lineTo(x, u.valToPos(one.max, 'y', true));
        ctx.stroke();
      }
      ctx.restore();
    };
    plots.push(
      new uPlot(
        {
          width: Math.min(WIDTH, 140 + rows.length * 130),
          height: 200,
          title: `${name}${first.unit === '' ? '' : `, ${first.unit}`}`,
          cursor: { show: false },
          legend: { show: false },
          scales: {
            x: { time: false, range: [-0.6, rows.length - 0.4] },
            y: { range: [0, 1.08 * Math.max(...rows.map(([, one]) => one.max)) || 1] },
          },
          axes: [
            {
              stroke: ink,
              grid: { show: false },
              ticks: { show: false },
              splits: () => rows.map((_, i) => i),
              values: () => rows.map(([contestant]) => contestant),
            },
            { stroke: ink, grid, ticks: grid, size: 60 },
          ],
          series: [
            {},
            { fill: `${colours[0]}99`, stroke: colours[0], paths: uPlot.paths.bars({ size: [0.55, 90] }), points: { show: false } },
          ],
          hooks: { draw: [range] },
        },
        [rows.map((_, i) => i), rows.map(([, one]) => one.median)],
        figure,
      ),
    );
  }

  for (const figure of document.querySelectorAll('[data-series]')) {
    const one = groupAt(figure.dataset.series).series[Number(figure.dataset.series.split('/')[2])];
    const units = [...new Set(one.lines.map(({ unit }) => unit))];
    plots.push(
      new uPlot(
        {
          width: WIDTH,
          height: 220,
          scales: { x: { time: false } },
          axes: [
            { stroke: ink, grid, ticks: grid, label: one.x.label },
            ...units.slice(0, 2).map((unit, i) => ({
              scale: unit,
              side: i === 0 ? 3 : 1,
              stroke: ink,
              grid: i === 0 ? grid : { show: false },
              ticks: grid,
              label: unit,
              size: 64,
            })),
          ],
          series: [
            { label: one.x.label },
            ...one.lines.map((line, i) => ({
              label: `${line.label}, ${line.unit}`,
              scale: line.unit,
              stroke: colours[i % colours.length],
              width: 1.5,
              spanGaps: false,
            })),
          ],
        },
        [one.x.values, ...one.lines.map(({ values }) => values)],
        figure,
      ),
    );
  }
})();
