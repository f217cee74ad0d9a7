import { assertNever } from '../assert-never.ts';
import { PAGE_FRAME } from './page-frame.ts';
import type { Box, Layout } from './view.ts';

/** Document 1, section 9. */
export const VIDEO_DEFAULT = { width: 852, height: 480 } as const;
export const MOUNTS_DEFAULT = { width: 830, height: 468 } as const;
/** Document 1, section 9: a resize is laid out once it has been quiet for so long. */
export const RESIZE_DEBOUNCE_MS = 200;
/** Portrait stage when the size of the stream is not known yet. */
const VERTICAL_DEFAULT = { width: 540, height: 960 } as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Resolution policies of document 1, section 4. */
export const RESOLUTION_POLICY = { exactFit: 1, noBorder: 2, showAll: 3, fixedWidth: 4, fixedHeight: 5, aspectBased: 6 } as const;
export type ResolutionPolicy = (typeof RESOLUTION_POLICY)[keyof typeof RESOLUTION_POLICY];

/** Share of the picture that `aspect-based` may cut off at the edges before it shows all of it instead. The document leaves it open. */
const MAX_CUT = 0.12;

/** Where a picture of the size `media` stands in `box`, centred; whole CSS pixels. What sticks out is cut by the box. */
export function fit(policy: ResolutionPolicy, box: Size, media: Size): Box {
  const { width, height } = box;
  // A picture without a size yet fills its box, and so does any picture in a box that is not there.
  if (media.width <= 0 || media.height <= 0 || width <= 0 || height <= 0)
    return { x: 0, y: 0, width: Math.max(0, width), height: Math.max(0, height) };
  const byWidth = width / media.width;
  const byHeight = height / media.height;
  switch (policy) {
    case 1:
      return { x: 0, y: 0, width, height };
    case 2:
      return scaled(Math.max(byWidth, byHeight), box, media);
    case 3:
      return scaled(Math.min(byWidth, byHeight), box, media);
    case 4:
      return scaled(byWidth, box, media);
    case 5:
      return scaled(byHeight, box, media);
    case 6: {
      const cut = 1 - Math.min(byWidth, byHeight) / Math.max(byWidth, byHeight);
      return scaled(cut <= MAX_CUT ? Math.max(byWidth, byHeight) : Math.min(byWidth, byHeight), box, media);
    }
    default:
      return assertNever(policy);
  }
}

function scaled(scale: number, box: Size, media: Size): Box {
  const width = Math.round(media.width * scale);
  const height = Math.round(media.height * scale);
  // Adding 0 turns -0 into 0.
  return { x: Math.round((box.width - width) / 2) + 0, y: Math.round((box.height - height) / 2) + 0, width, height };
}

export interface LayoutCase {
  readonly viewport: Size;
  readonly isVertical: boolean;
  /** Size of the stream; 0 when not known. */
  readonly media: Size;
  readonly isLite: boolean;
  readonly isAwardRoom: boolean;
  readonly isMatchRoom: boolean;
}

/** P4. Mount effects are hidden in lite mode, in award rooms and in match rooms. */
export const showsMounts = ({ isLite, isAwardRoom, isMatchRoom }: Pick<LayoutCase, 'isLite' | 'isAwardRoom' | 'isMatchRoom'>): boolean =>
  !isLite && !isAwardRoom && !isMatchRoom;

export function layoutRoom(input: LayoutCase): Layout {
  const isCompact = input.viewport.width < PAGE_FRAME.compactBelowWidth;
  const stage = stageBox(input, isCompact);
  const policy = policyOf(input, isCompact);
  const known = input.media.width > 0 && input.media.height > 0;
  const media = known ? input.media : input.isVertical ? VERTICAL_DEFAULT : VIDEO_DEFAULT;
  const video = fit(policy, stage, media);
  return {
    orientation: input.isVertical ? 'vertical' : 'horizontal',
    stage,
    video,
    mounts: showsMounts(input) ? mountsBox(stage, input.isVertical) : null,
    policy,
    compact: isCompact,
  };
}

/** On a phone the portrait picture fills the screen and loses its edges; elsewhere it is shown whole, slight differences cut away. */
function policyOf({ isVertical }: LayoutCase, isCompact: boolean): ResolutionPolicy {
  if (!isVertical) return RESOLUTION_POLICY.aspectBased;
  return isCompact ? RESOLUTION_POLICY.noBorder : RESOLUTION_POLICY.aspectBased;
}

function stageBox({ viewport, isVertical, media }: LayoutCase, isCompact: boolean): Box {
  const frame = PAGE_FRAME;
  if (isCompact) {
    if (isVertical) return { x: 0, y: 0, width: viewport.width, height: viewport.height };
    return {
      x: 0,
      y: frame.compactHeaderHeight,
      width: viewport.width,
      height: Math.round((viewport.width * VIDEO_DEFAULT.height) / VIDEO_DEFAULT.width),
    };
  }
  if (isVertical) {
    const height = Math.max(frame.minStageHeight, viewport.height - frame.headerHeight - 2 * frame.padding);
    const aspect =
      media.width > 0 && media.height > media.width ? media.width / media.height : VERTICAL_DEFAULT.width / VERTICAL_DEFAULT.height;
    const room = viewport.width - 2 * frame.padding - frame.gap - frame.verticalSideWidth;
    const width = Math.min(Math.round(height * aspect), Math.max(0, room));
    return { x: frame.padding, y: frame.headerHeight + frame.padding, width, height };
  }
  const widest = Math.max(0, viewport.width - 2 * frame.padding - frame.gap - frame.chatWidth);
  const highest = viewport.height - frame.headerHeight - 2 * frame.padding - frame.starBarHeight - frame.bottomPanelHeight;
  const height = Math.min(Math.round((widest * VIDEO_DEFAULT.height) / VIDEO_DEFAULT.width), Math.max(frame.minStageHeight, highest));
  const width = Math.min(widest, Math.round((height * VIDEO_DEFAULT.width) / VIDEO_DEFAULT.height));
  return { x: frame.padding, y: frame.headerHeight + frame.padding + frame.starBarHeight, width, height };
}

/** 830x468 of the default stage of 852x480, scaled with the stage and centred; in a portrait stage as wide as it, at the middle. */
function mountsBox(stage: Box, isVertical: boolean): Box {
  const share = isVertical ? 1 : MOUNTS_DEFAULT.width / VIDEO_DEFAULT.width;
  const width = Math.round(stage.width * share);
  const height = Math.round((width * MOUNTS_DEFAULT.height) / MOUNTS_DEFAULT.width);
  return { x: Math.round((stage.width - width) / 2), y: Math.round((stage.height - height) / 2), width, height };
}
