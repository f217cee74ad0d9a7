import type { DialogAction } from '../../core/room/feature/feature-dialog.ts';
import { Progress } from '../../ui/features/parts/FeatureParts.tsx';
import css from '../../ui/features/parts/FeatureParts.module.css';
import type { PanelProps } from '../../ui/features/panel.ts';
import { PhaseDialog, StripPanel } from '../../ui/features/parts/StripPanel.tsx';
import type { ClansView } from './room.ts';
import type { ClanWords } from './text.ts';

type Parts = Pick<PanelProps<ClansView, DialogAction, ClanWords>, 'view' | 'act' | 'words'>;

/** The leading clan and the newest quick message are in the dock; all clans and the quick messages to send are in a dialog. */
export default function ClanPkPanel(props: PanelProps<ClansView, DialogAction, ClanWords>) {
  const { view, words } = props;
  const [first, second] = view.clans;
  const title =
    first === undefined
      ? words.title
      : second === undefined
        ? words.score(first.name, first.score)
        : words.between(first.name, first.score, second.name, second.score);
  const share = first === undefined || second === undefined ? null : first.score / Math.max(1, first.score + second.score);
  return (
    <StripPanel {...props} feature="clan-pk" icon="shield" strip={{ title, text: lineOf(view, words), timed: view, share }}>
      <Clans {...props} />
    </StripPanel>
  );
}

function lineOf(view: ClansView, words: ClanWords): string {
  if (view.message !== null) return words.line(view.message.clanName, view.message.sender, view.message.text);
  const first = view.clans[0];
  if (first === undefined) return '';
  if (view.isOverdue && first.stage !== 'champion') return words.settling;
  return first.title === '' ? words.stages[first.stage] : first.title;
}

function Clans({ view, act, words }: Parts) {
  const stage = view.clans[0]?.stage;
  const isBusy = view.request.name === 'sending' || view.isOverdue || stage === 'champion';
  return (
    <PhaseDialog view={view} phase={stage && words.stages[stage]} words={words}>
      {view.message !== null && (
        <p key={view.message.key} className={css.quiet} role="status">
          {words.line(view.message.clanName, view.message.sender, view.message.text)}
        </p>
      )}
      <ol className={css.cards} tabIndex={0} aria-label={words.clans}>
        {view.clans.map((clan, at) => (
          <li key={clan.clanId} className={css.card}>
            <span className={css.cardHead}>
              <span className={css.position}>{at + 1}</span>
              <span className={css.song}>
                <b>{clan.name}</b>
                <span>{clan.title === '' ? words.stages[clan.stage] : clan.title}</span>
              </span>
              <span className={css.coin}>{clan.score}</span>
            </span>
            <Progress share={clan.share} />
            <span className={css.actions} role="group" aria-label={words.cheer(clan.name)}>
              {words.messages.map((text, type) => (
                <button
                  key={text}
                  type="button"
                  className={css.small}
                  disabled={isBusy}
                  aria-label={words.say(clan.name, text)}
                  onClick={() => act({ type: 'request', verb: 'quick', fields: { clanId: clan.clanId, type: type + 1, text } })}
                >
                  {text}
                </button>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </PhaseDialog>
  );
}
