import { qrCode, qrPath } from './qr.ts';

/** A code for the camera of a phone; nothing if the text is too long for one. Dark on white in both themes, because readers expect it. */
export function QrCode({ text, sizePx, label }: { readonly text: string; readonly sizePx: number; readonly label: string }) {
  const rows = qrCode(text);
  if (rows === null) return null;
  const { size, path } = qrPath(rows);
  return (
    <svg width={sizePx} height={sizePx} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" rx="1.5" />
      <path d={path} fill="#101218" />
    </svg>
  );
}
