/** S36: sizes that the image service offers per path set. The specification names the sets, and only 45 to 640 of their sizes. */
const IMAGE_SIZES = {
  'user-logo': { path: '/userlogo/', sizes: [45, 85, 100, 165, 200, 360, 640] },
  'room-cover': { path: '/roomcover/', sizes: [120, 240, 320, 480, 640] },
  clan: { path: '/clan/', sizes: [45, 100, 200] },
  snapshot: { path: '/snapshot/', sizes: [160, 320, 640] },
  'star-cover': { path: '/starcover/', sizes: [150, 300, 450, 640] },
} as const satisfies Record<string, { path: string; sizes: readonly number[] }>;
export interface SizedImage {
  readonly src: string;
  /** '' if the address belongs to no path set: there is one size. */
  readonly srcSet: string;
}

/**
 * `name.jpg` becomes `name_200x200.jpg`; the path of an address determines its set. Returns the smallest size of at least `widthPx`, and
 * those up to `maxPx` for larger places and denser screens.
 */
export function sizedImage(url: string, widthPx: number, maxPx: number = widthPx * 4): SizedImage {
  const [, stem, extension] = /^([^?#]+?)(?:_\d+x\d+)?(\.(?:jpe?g|png|webp))$/i.exec(url) ?? [];
  const sizes = Object.values(IMAGE_SIZES).find(({ path }) => url.includes(path))?.sizes;
  if (stem === undefined || extension === undefined || sizes === undefined) return { src: url, srcSet: '' };
  const inSize = (size: number): string => `${stem}_${size}x${size}${extension}`;
  const fitting = sizes.find((size) => size >= widthPx) ?? sizes.at(-1) ?? widthPx;
  const denser = sizes.filter((size) => size >= fitting && size <= maxPx);
  return { src: inSize(fitting), srcSet: denser.map((size) => `${inSize(size)} ${size}w`).join(', ') };
}
