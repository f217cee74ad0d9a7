import { useEffectEvent, useLayoutEffect, useRef } from 'react';

import { Icon } from '../../ui/icons/Icon.tsx';
import { Box } from '../../ui/overlays/Box.tsx';
import { ignoreHeldEnter } from '../../ui/page/held-key.ts';
import { isOfInputMethod } from '../../ui/page/input-method.ts';
import { returnFocusToEntry } from '../../ui/page/lost-focus.ts';
import { ComboButton, type GiftsProps } from './combo.tsx';
import css from './panel.module.css';
import { Shop } from './shop.tsx';

/** S21: the shop, the combo button, the result of an order, and the recharge pop-up. */
export default function GiftsPanel(props: GiftsProps) {
  const { view, act, words } = props;
  return (
    <>
      {view.isOpen && <Sheet {...props} />}
      {!view.isOpen && view.combo !== null && (
        <div className={css.floating}>
          <ComboButton combo={view.combo} act={act} words={words} />
        </div>
      )}
      {!view.isOpen && <NoticeLine {...props} />}
      {view.recharge !== 'none' && <RechargePopUp {...props} />}
    </>
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
    <Box title={popUp.title} onClose={() => act({ type: 'recharge', step: 'leave' })}>
      <div className={css.popUp}>
        <Icon name="alert" size={34} />
        <p className={css.popUpText}>{popUp.text}</p>
        {isPaying && <p className={css.quiet}>{popUp.paying}</p>}
        <button
          type="button"
          data-first=""
          className={css.primary}
          onClick={() => act({ type: 'recharge', step: isPaying ? 'done' : 'pay' })}
        >
          {isPaying ? popUp.done : popUp.pay}
        </button>
        <button type="button" className={css.later} onClick={() => act({ type: 'recharge', step: 'leave' })}>
          {popUp.leave}
        </button>
      </div>
    </Box>
  );
}
