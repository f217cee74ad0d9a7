import { useId } from 'react';

/** Shapes on a 24 by 24 grid: strokes of 1.75 with round ends, `fill` for solid shapes. Inline paths need no request. */
export interface Shape {
  readonly line?: string;
  readonly fill?: string;
}

/** Icons of the first bundle; all others are in Icon.tsx, which is loaded with the parts that use them. */
export const FIRST_SHAPES = {
  chat: {
    line: 'M5.5 5h13A1.5 1.5 0 0 1 20 6.5v8a1.5 1.5 0 0 1-1.5 1.5H12l-4.5 4v-4h-2A1.5 1.5 0 0 1 4 14.5v-8A1.5 1.5 0 0 1 5.5 5zM8.5 10.5h.01M12 10.5h.01M15.5 10.5h.01',
  },
  eye: { line: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z' },
  check: { line: 'M5 12.5l4.5 4.5L19 7.5' },
  heartFull: {
    fill: 'M12 20.8l-.4-.3S3.2 15.5 3.2 9.5c0-3 2.3-5.3 5.1-5.3 1.5 0 2.8.6 3.7 1.7.9-1.1 2.2-1.7 3.7-1.7 2.8 0 5.1 2.3 5.1 5.3 0 6-8.4 11-8.4 11z',
  },
  reload: { line: 'M20 5v5h-5M19.6 10A8 8 0 1 0 20 13.5' },
  alert: { line: 'M12 8.5v5M12 16.8h.01M10.3 4.2L2.9 17a2 2 0 0 0 1.7 3h14.8a2 2 0 0 0 1.7-3L13.7 4.2a2 2 0 0 0-3.4 0z' },
  offline: {
    line: 'M3 3l18 18M10 6h4.5A1.5 1.5 0 0 1 16 7.5V12M16 16.5a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 4 16.5v-9A1.5 1.5 0 0 1 5.2 6M16 10.5l4.3-2.6c.3-.2.7 0 .7.4v7.6',
  },
  user: { line: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5' },
  menu: { line: 'M4.5 7h15M4.5 12h15M4.5 17h15' },
} as const satisfies Record<string, Shape>;

/** Decoration only: the surrounding button has the accessible name. */
export function Drawing({ shape, size = 20 }: { readonly shape: Shape; readonly size?: number | undefined }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {shape.fill !== undefined && <path d={shape.fill} fill="currentColor" />}
      {shape.line !== undefined && (
        <path d={shape.line} fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
      )}
    </svg>
  );
}

export function FirstIcon({ name, size }: { readonly name: keyof typeof FIRST_SHAPES; readonly size?: number }) {
  return <Drawing shape={FIRST_SHAPES[name]} size={size} />;
}

/** The product's logo: a stage under a footlight. */
export function Logo({ size = 28 }: { size?: number }) {
  // Several logos can be on one page, and a gradient is found by its id.
  const light = useId();
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={light} x1="4" y1="4" x2="28" y2="28" gradientUnits="userSpaceOnUse">
          <stop stopColor="#ffb765" />
          <stop offset="1" stopColor="#ff4d79" />
        </linearGradient>
      </defs>
      <rect width="32" height="32" rx="9" fill={`url(#${light})`} />
      <path d="M10 23.5L14.2 8.5h3.6L22 23.5z" fill="#fff" fillOpacity=".34" />
      <path d="M13 23.5l1.7-10h2.6l1.7 10z" fill="#fff" fillOpacity=".55" />
      <path d="M8 23.2c0-.7.5-1.2 1.2-1.2h13.6c.7 0 1.2.5 1.2 1.2v.3c0 .7-.5 1.2-1.2 1.2H9.2c-.7 0-1.2-.5-1.2-1.2z" fill="#fff" />
      <circle cx="16" cy="9" r="2.6" fill="#fff" />
    </svg>
  );
}
