/** Drawing calls on the canvases of games, whose content is in no element. */
import { vi } from 'vitest';

const CALLS = ['arc', 'fillRect', 'fillText', 'lineTo', 'moveTo', 'rotate', 'strokeRect', 'translate'] as const;
let drawings: string[] = [];

const rounded = (value: unknown): unknown => (typeof value === 'number' ? Math.round(value * 100) / 100 : value);

/** Records drawing calls until `vi.restoreAllMocks`. */
export function watchDrawings(): void {
  for (const name of CALLS) {
    const draw: unknown = Reflect.get(CanvasRenderingContext2D.prototype, name);
    vi.spyOn(CanvasRenderingContext2D.prototype, name).mockImplementation(function (this: CanvasRenderingContext2D, ...given: unknown[]) {
      const colour = typeof this.fillStyle === 'string' ? this.fillStyle : '';
      if (this.canvas.matches('[role="img"]')) drawings.push(`draws ${name} ${given.map(rounded).join(' ')} ${colour}`);
      Reflect.apply(draw as () => void, this, given);
    });
  }
}

/** Recorded calls since the previous call of this function, with their fill colour. */
export function drawingsSince(): readonly string[] {
  const drawn = drawings;
  drawings = [];
  return drawn;
}
