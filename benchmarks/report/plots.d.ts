import type UPlot from 'uplot';
import type { Figure, Series } from '../measure/schema.ts';

export type Bar = Pick<Figure, 'median' | 'min' | 'max'> & { readonly label: string };
export function drawBars(uPlot: typeof UPlot, element: HTMLElement, title: string, rows: readonly Bar[], width?: number): UPlot;
export function drawSeries(uPlot: typeof UPlot, element: HTMLElement, series: Series, width?: number): UPlot;
export function drawReport(uPlot: typeof UPlot): void;
