/**
 * The page's icons on a 24 by 24 grid: strokes of 1.75 with round ends, `fill` for solid shapes. Inline paths: no request, and they use the
 * colour of the surrounding text.
 */
const SHAPES = {
  play: { fill: 'M8 5.3c0-.9 1-1.5 1.8-1l10 6.7c.7.5.7 1.5 0 2l-10 6.7c-.8.5-1.8-.1-1.8-1z' },
  pause: {
    fill: 'M8 5h1.5A1.5 1.5 0 0 1 11 6.5v11A1.5 1.5 0 0 1 9.5 19H8a1.5 1.5 0 0 1-1.5-1.5v-11A1.5 1.5 0 0 1 8 5zm6.5 0H16a1.5 1.5 0 0 1 1.5 1.5v11A1.5 1.5 0 0 1 16 19h-1.5a1.5 1.5 0 0 1-1.5-1.5v-11A1.5 1.5 0 0 1 14.5 5z',
  },
  stop: { fill: 'M7.5 6h9A1.5 1.5 0 0 1 18 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 6 16.5v-9A1.5 1.5 0 0 1 7.5 6z' },
  reload: { line: 'M20 5v5h-5M19.6 10A8 8 0 1 0 20 13.5' },
  volume: {
    line: 'M15.5 9a4.2 4.2 0 0 1 0 6M18.3 6.5a8 8 0 0 1 0 11',
    fill: 'M4 9.5h3l4.3-3.6c.5-.4 1.2-.1 1.2.6v11c0 .7-.7 1-1.2.6L7 14.5H4a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1z',
  },
  volumeLow: {
    line: 'M15.5 9a4.2 4.2 0 0 1 0 6',
    fill: 'M4 9.5h3l4.3-3.6c.5-.4 1.2-.1 1.2.6v11c0 .7-.7 1-1.2.6L7 14.5H4a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1z',
  },
  muted: {
    line: 'M16 9.5l5 5M21 9.5l-5 5',
    fill: 'M4 9.5h3l4.3-3.6c.5-.4 1.2-.1 1.2.6v11c0 .7-.7 1-1.2.6L7 14.5H4a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1z',
  },
  fullscreen: {
    line: 'M4 9V5.5A1.5 1.5 0 0 1 5.5 4H9M15 4h3.5A1.5 1.5 0 0 1 20 5.5V9M20 15v3.5a1.5 1.5 0 0 1-1.5 1.5H15M9 20H5.5A1.5 1.5 0 0 1 4 18.5V15',
  },
  exitFullscreen: {
    line: 'M9 4v3.5A1.5 1.5 0 0 1 7.5 9H4M20 9h-3.5A1.5 1.5 0 0 1 15 7.5V4M15 20v-3.5a1.5 1.5 0 0 1 1.5-1.5H20M4 15h3.5A1.5 1.5 0 0 1 9 16.5V20',
  },
  theatre: { line: 'M4.5 6h15A1.5 1.5 0 0 1 21 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16.5v-9A1.5 1.5 0 0 1 4.5 6zM16 6v12' },
  pictureInPicture: {
    line: 'M11 19H5.5A1.5 1.5 0 0 1 4 17.5v-11A1.5 1.5 0 0 1 5.5 5h13A1.5 1.5 0 0 1 20 6.5V10',
    fill: 'M14 13h6a1 1 0 0 1 1 1v4.5a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1V14a1 1 0 0 1 1-1z',
  },
  lines: { line: 'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.8v4.4M8 14.8v4.4' },
  gamepad: {
    line: 'M7 8h10a4.5 4.5 0 0 1 4.4 5.4l-.5 2.4a2.4 2.4 0 0 1-4.2 1L14.8 15H9.2l-1.9 1.8a2.4 2.4 0 0 1-4.2-1l-.5-2.4A4.5 4.5 0 0 1 7 8zM8 10.5v3M6.5 12h3M15.5 11h.01M17 13h.01',
  },
  search: { line: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20' },
  smile: { line: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8.5 14a4 4 0 0 0 7 0M9 10h.01M15 10h.01' },
  more: {
    fill: 'M4.2 12a1.8 1.8 0 1 1 3.6 0 1.8 1.8 0 0 1-3.6 0zm6 0a1.8 1.8 0 1 1 3.6 0 1.8 1.8 0 0 1-3.6 0zm6 0a1.8 1.8 0 1 1 3.6 0 1.8 1.8 0 0 1-3.6 0z',
  },
  check: { line: 'M5 12.5l4.5 4.5L19 7.5' },
  close: { line: 'M6 6l12 12M18 6L6 18' },
  down: { line: 'M12 5v13M6.5 12.5L12 18l5.5-5.5' },
  right: { line: 'M9.5 6l6 6-6 6' },
  send: { fill: 'M4.3 4.5c-.3-.8.5-1.5 1.3-1.2l15 7.7c.8.4.8 1.6 0 2l-15 7.7c-.8.3-1.6-.4-1.3-1.2L6.5 13l7-1-7-1z' },
  gift: {
    line: 'M5 11.5v7A1.5 1.5 0 0 0 6.5 20h11a1.5 1.5 0 0 0 1.5-1.5v-7M4 8h16v3.5H4zM12 8v12M12 8S8.8 8 8 6.3C7.3 4.7 9 3.5 10.3 4.3 11.6 5.2 12 8 12 8zM12 8s3.2 0 4-1.7c.7-1.6-1-2.8-2.3-2C12.4 5.2 12 8 12 8z',
  },
  heart: { line: 'M12 20S4 15.3 4 9.5C4 6.9 6 5 8.3 5c1.6 0 3 .9 3.7 2.3C12.7 5.9 14.1 5 15.7 5 18 5 20 6.9 20 9.5 20 15.3 12 20 12 20z' },
  heartFull: {
    fill: 'M12 20.8l-.4-.3S3.2 15.5 3.2 9.5c0-3 2.3-5.3 5.1-5.3 1.5 0 2.8.6 3.7 1.7.9-1.1 2.2-1.7 3.7-1.7 2.8 0 5.1 2.3 5.1 5.3 0 6-8.4 11-8.4 11z',
  },
  user: { line: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5' },
  eye: { line: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z' },
  globe: {
    line: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3.5 9.5h17M3.5 14.5h17M12 3c2.5 2.6 3.7 5.6 3.7 9s-1.2 6.4-3.7 9c-2.5-2.6-3.7-5.6-3.7-9S9.5 5.6 12 3z',
  },
  share: {
    line: 'M8.2 10.8l7.6-4.1M8.2 13.2l7.6 4.1M6 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM18 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM18 21a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  },
  download: { line: 'M12 4v11M7 10.5l5 5 5-5M5 20h14' },
  log: { line: 'M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01' },
  copy: {
    line: 'M9.5 8.5h9A1.5 1.5 0 0 1 20 10v9a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 8 19v-9a1.5 1.5 0 0 1 1.5-1.5zM16 8.5V5a1.5 1.5 0 0 0-1.5-1.5h-9A1.5 1.5 0 0 0 4 5v9a1.5 1.5 0 0 0 1.5 1.5H8',
  },
  alert: { line: 'M12 8.5v5M12 16.8h.01M10.3 4.2L2.9 17a2 2 0 0 0 1.7 3h14.8a2 2 0 0 0 1.7-3L13.7 4.2a2 2 0 0 0-3.4 0z' },
  offline: {
    line: 'M3 3l18 18M10 6h4.5A1.5 1.5 0 0 1 16 7.5V12M16 16.5a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 4 16.5v-9A1.5 1.5 0 0 1 5.2 6M16 10.5l4.3-2.6c.3-.2.7 0 .7.4v7.6',
  },
  camera: {
    line: 'M5.5 6h9A1.5 1.5 0 0 1 16 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 4 16.5v-9A1.5 1.5 0 0 1 5.5 6zM16 10.5l4.3-2.6c.3-.2.7 0 .7.4v7.4c0 .4-.4.6-.7.4L16 13.5',
  },
  mic: { line: 'M12 15a3.5 3.5 0 0 0 3.5-3.5v-5a3.5 3.5 0 1 0-7 0v5A3.5 3.5 0 0 0 12 15zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3' },
  lock: { line: 'M6.5 11h11a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1zM8.5 11V8a3.5 3.5 0 0 1 7 0v3' },
  theme: { line: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z', fill: 'M12 6.5a5.5 5.5 0 0 1 0 11z' },
  clock: { line: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7.5V12l3 2' },
  chat: {
    line: 'M5.5 5h13A1.5 1.5 0 0 1 20 6.5v8a1.5 1.5 0 0 1-1.5 1.5H12l-4.5 4v-4h-2A1.5 1.5 0 0 1 4 14.5v-8A1.5 1.5 0 0 1 5.5 5zM8.5 10.5h.01M12 10.5h.01M15.5 10.5h.01',
  },
} as const satisfies Record<string, { line?: string; fill?: string }>;

export type IconName = keyof typeof SHAPES;

/** Decoration only: the surrounding button has the accessible name. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  const shape: { readonly line?: string; readonly fill?: string } = SHAPES[name];
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {shape.fill !== undefined && <path d={shape.fill} fill="currentColor" />}
      {shape.line !== undefined && (
        <path d={shape.line} fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
      )}
    </svg>
  );
}

/** The product's logo: a stage under a footlight. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="logo-light" x1="4" y1="4" x2="28" y2="28" gradientUnits="userSpaceOnUse">
          <stop stopColor="#ffb765" />
          <stop offset="1" stopColor="#ff4d79" />
        </linearGradient>
      </defs>
      <rect width="32" height="32" rx="9" fill="url(#logo-light)" />
      <path d="M10 23.5L14.2 8.5h3.6L22 23.5z" fill="#fff" fillOpacity=".34" />
      <path d="M13 23.5l1.7-10h2.6l1.7 10z" fill="#fff" fillOpacity=".55" />
      <path d="M8 23.2c0-.7.5-1.2 1.2-1.2h13.6c.7 0 1.2.5 1.2 1.2v.3c0 .7-.5 1.2-1.2 1.2H9.2c-.7 0-1.2-.5-1.2-1.2z" fill="#fff" />
      <circle cx="16" cy="9" r="2.6" fill="#fff" />
    </svg>
  );
}
