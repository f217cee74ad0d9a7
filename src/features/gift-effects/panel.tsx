import { type CSSProperties, useEffect } from 'react';

import { namedUser, openCard } from '../../ui/chat/open-card.ts';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { useRoom, useRoomContext } from '../../ui/room-context.ts';
import { StageRegion, useRegionSize } from '../../ui/stage/StageRegion.tsx';
import { EffectBox } from './effect.tsx';
import css from './panel.module.css';
import { growingBanners, layoutBanners } from './rules-queue.ts';
import type { BannerView, GiftEffectsAction, GiftEffectsView } from './rules.ts';
import type { GiftEffectsWords } from './text.zh-CN.ts';

export type GiftEffectsProps = PanelProps<GiftEffectsView, GiftEffectsAction, GiftEffectsWords>;

/** Gifts over the picture: banners with counters, and one effect. Screen readers get the same text from the chat lines. */
export default function GiftEffectsPanel({ view, act, words }: GiftEffectsProps) {
  const region = useRegionSize('banners');
  const { orientation } = useRoom('layout');
  const isGrowing = region?.host === 'page' && orientation === 'horizontal';
  const layout = region === undefined ? null : isGrowing ? growingBanners(innerHeight) : layoutBanners(region.heightPx);
  const lanes = layout?.lanes;
  useEffect(() => {
    if (lanes !== undefined) act({ type: 'lanes', count: lanes });
  }, [lanes, act]);
  const sizes = { '--lanes': lanes ?? 1, '--banner-height': `${layout?.heightPx ?? 0}px` } as CSSProperties;
  return (
    <>
      {view.effect !== null && <EffectBox key={view.effect.id} effect={view.effect} act={act} words={words} />}
      {view.banners.length > 0 && (
        <StageRegion name="banners">
          <div className={css.banners} style={sizes} data-size={layout?.size} aria-hidden="true">
            {view.banners.map((banner) => (
              <Banner key={banner.id} banner={banner} words={words} />
            ))}
          </div>
        </StageRegion>
      )}
    </>
  );
}

function Banner({ banner, words }: { readonly banner: BannerView; readonly words: GiftEffectsWords }) {
  const { act } = useRoomContext();
  return (
    <div
      className={css.banner}
      style={{ gridRow: banner.lane + 1 }}
      data-banner={banner.id}
      data-own={banner.isOwn || undefined}
      data-level={Math.min(banner.level, 5)}
    >
      <span className={css.words}>
        {banner.senderId === 0 ? (
          <b>{banner.sender}</b>
        ) : (
          <button
            type="button"
            tabIndex={-1}
            className={css.sender}
            onClick={({ currentTarget }) => openCard(act, namedUser(banner.senderId, banner.sender, 0), currentTarget)}
          >
            {banner.isOwn ? words.me : banner.sender}
          </button>
        )}
        {banner.fancyNumber !== '' && <span className={css.fancy}>{words.fancy(banner.fancyNumber)}</span>}
        <span>{banner.label === '' ? words.gives(banner.receiver, banner.gift) : banner.label}</span>
      </span>
      {banner.iconUrl === '' ? (
        <Icon name="gift" size={30} />
      ) : (
        <img className={css.icon} src={banner.iconUrl} alt="" width={44} height={44} referrerPolicy="no-referrer" />
      )}
      <span key={banner.sum} className={css.sum}>
        ×{banner.sum}
      </span>
      {banner.round > 0 && <span className={css.more}>{words.round(banner.round, banner.roundTotal)}</span>}
      {banner.more > 0 && <span className={css.more}>{words.more(banner.more)}</span>}
    </div>
  );
}
