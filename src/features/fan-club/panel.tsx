import type { PanelProps } from '../../ui/features/panel.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import { Skeleton, Modal } from '../../ui/overlays/Modal.tsx';
import css from './panel.module.css';
import { levelProgress, type FanClubAction, type FanClubView } from './room.ts';
import type { FanClubWords } from './text.ts';

/** S34: the viewer's level in the club and its actions. Parts that the switch disables are not rendered. */
export default function FanClubPanel({ view, act, words }: PanelProps<FanClubView, FanClubAction, FanClubWords>) {
  return (
    <Modal title={view.name === 'shown' ? view.club.clubName : words.title} onClose={() => act({ type: 'close' })}>
      {view.name === 'loading' && <Skeleton label={words.loading} heightPx={164} />}
      {view.name === 'failed' && (
        <>
          <p className={css.quiet} role="alert">
            {words.failed}
          </p>
          <button type="button" className={`pill main-action ${css.primary}`} onClick={() => act({ type: 'entry' })}>
            {words.retry}
          </button>
        </>
      )}
      {view.name === 'shown' && <Club view={view} act={act} words={words} />}
    </Modal>
  );
}

function Club({
  view: { club, switches, isBusy, failure },
  act,
  words,
}: {
  readonly view: Extract<FanClubView, { name: 'shown' }>;
  readonly act: (action: FanClubAction) => void;
  readonly words: FanClubWords;
}) {
  return (
    <div className={css.club}>
      {switches.intimacy_rank && (
        <section className={css.level}>
          <span className={`main-action ${css.badge}`}>{words.level(club.intimacyLevel)}</span>
          <span className={css.quiet}>{words.intimacy(club.intimacy)}</span>
          <progress className={css.bar} max={1} value={levelProgress(club)} aria-label={words.intimacy(club.intimacy)} />
        </section>
      )}
      {switches.contribution_rank && (
        <p className={css.row}>
          <span>{words.guardTitle}</span>
          <span>{club.guard ? words.guard(club.guardType) : club.littleGuard ? words.littleGuard : words.noGuard}</span>
        </p>
      )}
      {(club.members > 0 || club.isFollow) && (
        <p className={css.row}>
          <span>{club.members > 0 ? words.members(club.members) : ''}</span>
          <span>{club.isFollow ? words.follows : ''}</span>
        </p>
      )}
      {club.plateId > 0 && (
        <p className={css.row} data-lit={club.lightUp || undefined}>
          <span>{words.plate(club.plateId)}</span>
          {club.lightUp && (
            <span className={css.lit}>
              <Icon name="check" size={16} />
              {words.lit}
            </span>
          )}
        </p>
      )}
      {club.plateId > 0 && !club.lightUp && (
        <>
          {club.lightUpGuide !== '' && <p className={css.guide}>{club.lightUpGuide}</p>}
          <button type="button" className={`pill main-action ${css.primary}`} disabled={isBusy} onClick={() => act({ type: 'light-up' })}>
            {words.lightUp}
          </button>
        </>
      )}
      {switches.fans_group && club.plateId === 0 && (
        <button type="button" className={`pill main-action ${css.primary}`} disabled={isBusy} onClick={() => act({ type: 'join' })}>
          {words.join}
        </button>
      )}
      {failure !== null && (
        <p className={css.failed} role="alert">
          {failure.text === '' ? words.refused[failure.what] : failure.text}
        </p>
      )}
    </div>
  );
}
