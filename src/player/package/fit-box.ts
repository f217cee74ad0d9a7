import type { Size } from '../rules/recovery/recovery-state.ts';

export type FitBox = ReturnType<typeof fitBox>;

/** A box centred in `element`, as large as possible, with the aspect ratio of the picture. */
export function fitBox(element: HTMLElement) {
  const place = document.createElement('div');
  const box = document.createElement('div');
  Object.assign(place.style, { display: 'grid', placeItems: 'center', width: '100%', height: '100%', overflow: 'hidden' });
  place.append(box);
  element.append(place);
  let size: Size = { width: 16, height: 9 };
  const fit = (): void => {
    const scale = Math.min(place.clientWidth / size.width, place.clientHeight / size.height);
    Object.assign(box.style, { width: `${size.width * scale}px`, height: `${size.height * scale}px` });
  };
  const observer = new ResizeObserver(fit);
  observer.observe(place);
  return {
    box,
    setSize(next: Size): void {
      // A stream without pictures has no size.
      if (next.width > 0 && next.height > 0) size = next;
      fit();
    },
    remove(): void {
      observer.disconnect();
      place.remove();
    },
  };
}
