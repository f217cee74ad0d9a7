/** S36: sizes in which the image service has the pictures of a path set. The documents name the sets, and of their sizes only 45 to 640. */
export const IMAGE_SIZES = {
  'user-logo': { path: '/userlogo/', sizes: [45, 85, 100, 165, 200, 360, 640] },
  'room-cover': { path: '/roomcover/', sizes: [120, 240, 320, 480, 640] },
  clan: { path: '/clan/', sizes: [45, 100, 200] },
  snapshot: { path: '/snapshot/', sizes: [160, 320, 640] },
  'star-cover': { path: '/starcover/', sizes: [150, 300, 450, 640] },
} as const satisfies Record<string, { path: string; sizes: readonly number[] }>;
export interface SizedImage {
  readonly src: string;
  /** '' where the address is of no path set: there is one size. */
  readonly srcSet: string;
}

/**
 * `name.jpg` is `name_200x200.jpg` in a size; the path of an address names its set. The smallest size that is not smaller than `widthPx`, and
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
