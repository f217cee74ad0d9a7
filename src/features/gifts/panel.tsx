import { useEffectEvent, useLayoutEffect, useRef } from 'react';

import { Icon } from '../../design/icons/Icon.tsx';
import { Modal } from '../../ui/overlays/Modal.tsx';
import { ignoreHeldEnter, isOfInputMethod } from '../../ui/page/input-method.ts';
import { returnFocusToEntry } from '../../ui/page/lost-focus.ts';
import { StageRegion } from '../../ui/stage/StageRegion.tsx';
import { ComboButton, type GiftsProps } from './footer.tsx';
import css from './panel.module.css';
import type { Gift } from './rules-shop.ts';
import { Shop } from './shop.tsx';

/** S21: the shop, the combo button, the result of an order, and the recharge pop-up. */
export default function GiftsPanel(props: GiftsProps) {
  const { view, act, words } = props;
  return (
    <>
      {view.isOpen && <Sheet {...props} />}
      {!view.isOpen && view.combo !== null && (
        <StageRegion name="shortcuts">
          <ComboButton combo={view.combo} act={act} words={words} />
        </StageRegion>
      )}
      {!view.isOpen && <NoticeLine {...props} />}
      {view.quick !== null && view.combo === null && <QuickGift gift={view.quick} act={act} words={words} />}
      {view.recharge !== 'none' && <RechargePopUp {...props} />}
    </>
  );
}

/** Sends one more of the last gift. Beside the main entry, which opens the shop. */
function QuickGift({ gift, act, words }: Pick<GiftsProps, 'act' | 'words'> & { readonly gift: Gift }) {
  return (
    <StageRegion name="shortcuts">
      <button
        type="button"
        className={css.quick}
        aria-label={words.sendAgain(gift.name, gift.price)}
        title={words.sendAgain(gift.name, gift.price)}
        data-quick-gift={gift.id}
        onKeyDown={ignoreHeldEnter}
        onClick={() => act({ type: 'quick' })}
      >
        {gift.iconUrl === '' ? (
          <Icon name="gift" size={26} />
        ) : (
          <img src={gift.iconUrl} alt="" width={30} height={30} referrerPolicy="no-referrer" />
        )}
        <span className={css.quickPrice}>{gift.price}</span>
      </button>
    </StageRegion>
  );
}

function NoticeLine({ view: { notice }, words }: GiftsProps) {
  return (
    <div className={css.notices} role="status">
      {notice !== null && (
        <p key={notice.id} className={css.notice} data-why={notice.why}>
          {words.notices[notice.why](notice)}
        </p>
      )}
    </div>
  );
}

/**
 * Not modal, so that the viewer sees the gift's effect and can chat. Escape closes it; opening moves the focus into it, closing restores
 * the focus.
 */
function Sheet(props: GiftsProps) {
  const { act, words } = props;
  const sheet = useRef<HTMLElement>(null);
  const close = useEffectEvent(() => act({ type: 'close' }));
  useLayoutEffect(() => {
    const section = sheet.current;
    if (section === null) return undefined;
    section.focus();
    const onKeyDown = (event: KeyboardEvent): void => {
      ignoreHeldEnter(event);
      if (event.key !== 'Escape' || event.defaultPrevented || isOfInputMethod(event)) return;
      event.stopPropagation();
      close();
    };
    section.addEventListener('keydown', onKeyDown);
    return () => {
      section.removeEventListener('keydown', onKeyDown);
      returnFocusToEntry(section, 'gifts');
    };
  }, []);
  return (
    <section ref={sheet} className={css.sheet} aria-label={words.title} tabIndex={-1} data-gifts="">
      <Shop {...props} />
      <NoticeLine {...props} />
    </section>
  );
}

function RechargePopUp({ view, act, words }: GiftsProps) {
  const { popUp } = words;
  const isPaying = view.recharge === 'paying';
  return (
    <Modal title={popUp.title} onClose={() => act({ type: 'recharge', step: 'leave' })}>
      <div className={css.popUp}>
        <Icon name="alert" size={34} />
        <p className={css.popUpText}>{popUp.text}</p>
        {isPaying && <p className={css.quiet}>{popUp.paying}</p>}
        <button
          type="button"
          data-first=""
          className={`pill main-action ${css.primary}`}
          onClick={() => act({ type: 'recharge', step: isPaying ? 'done' : 'pay' })}
        >
          {isPaying ? popUp.done : popUp.pay}
        </button>
        <button type="button" className={css.later} onClick={() => act({ type: 'recharge', step: 'leave' })}>
          {popUp.leave}
        </button>
      </div>
    </Modal>
  );
}
