import type { DialogAction } from '../../core/room/feature/feature-dialog.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import { Countdown, minutes } from '../../ui/features/parts/Countdown.tsx';
import { RequestFailure } from '../../ui/features/parts/FeatureParts.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Modal } from '../../ui/overlays/Modal.tsx';
import { Avatar } from '../../ui/room/Avatar.tsx';
import css from './panel.module.css';
import type { BattleView, SideView } from './room.ts';
import type { BattleWords } from './text.ts';

/** Coins of the gifts that the dialog offers. */
const SUPPORTS = [10, 100, 1_000] as const;

type Props = PanelProps<BattleView, DialogAction, BattleWords>;
type Parts = Pick<Props, 'view' | 'act' | 'words'>;
type Duel = Extract<BattleView, { kind: 'duel' }>;
type Teams = Extract<BattleView, { kind: 'teams' }>;

/** The score is drawn over the picture; givers, teams and support buttons are in a dialog. */
export default function BattlePanel({ view: received, act, words, place }: Props) {
  const view = withNames(received, words);
  return (
    <>
      {place !== 'list' && (view.kind !== 'none' || view.flash !== null) && <Score view={view} act={act} words={words} />}
      {view.isOpen && (
        <Modal title={view.kind === 'none' ? words.title : words.details} onClose={() => act({ type: 'close' })}>
          <BattleDetails view={view} act={act} words={words} />
        </Modal>
      )}
    </>
  );
}

function Score({ view, act, words }: Parts) {
  const isRunning = view.kind !== 'none';
  return (
    <section
      className={css.battle}
      aria-label={words.title}
      data-feature="battle"
      data-phase={isRunning ? view.phase : undefined}
      data-wide={isRunning ? '' : undefined}
    >
      {isRunning && (
        <button type="button" className={css.bar} onClick={() => act({ type: 'entry' })}>
          <span className={css.seen} aria-hidden="true">
            {view.kind === 'duel' ? <DuelBar view={view} words={words} /> : <TeamsBar view={view} words={words} />}
          </span>
          <span className="unseen" data-label="">
            {labelOf(view, words)}
          </span>
        </button>
      )}
      <p className={css.news} role="status">
        {view.flash !== null && <span className={`main-action ${css.flash}`}>{flashText(view, view.flash, words)}</span>}
        {view.kind === 'duel' && view.flash === null && <Outcome view={view} words={words} />}
      </p>
    </section>
  );
}

/** Without a running PK the names of its teams are not known. */
function flashText(view: BattleView, { title, nickname, teamId }: NonNullable<BattleView['flash']>, words: BattleWords): string {
  if (view.kind !== 'none') return words.flash(nickname, nameOf(view, teamId));
  return title === '' ? words.flash(nickname, words.team(teamId)) : title;
}

/** A side or team that the server sent without a name gets one: buttons and results name it. */
function withNames(view: BattleView, words: BattleWords): BattleView {
  if (view.kind === 'teams')
    return { ...view, teams: view.teams.map((team) => (team.name === '' ? { ...team, name: words.team(team.teamId) } : team)) };
  if (view.kind !== 'duel') return view;
  const { own, rival } = view;
  return { ...view, own: { ...own, name: own.name || words.own }, rival: { ...rival, name: rival.name || words.rival } };
}

function labelOf(view: Duel | Teams, words: BattleWords): string {
  const score =
    view.kind === 'duel'
      ? words.scores(view.own.name, view.own.score, view.rival.name, view.rival.score)
      : view.teams.map((team) => `${team.name} ${team.score}`).join(', ');
  return `${words.phases[view.phase]} ${score}. ${words.details}`;
}

const nameOf = (view: Duel | Teams, teamId: number): string =>
  view.kind === 'duel' ? (teamId === 2 ? view.rival.name : view.own.name) : (view.teams.find((team) => team.teamId === teamId)?.name ?? '');

function Phase({ view, words }: { readonly view: Duel | Teams; readonly words: BattleWords }) {
  const format = (left: number): string =>
    view.phase !== 'result' && (view.isOverdue || (left === 0 && view.leftMs > 0)) ? words.settling : left > 0 ? minutes(left) : '';
  return (
    <span className={css.phase}>
      <span>{view.kind === 'teams' && view.phase === 'fight' ? words.round(view.round, view.roundTotal) : words.phases[view.phase]}</span>
      <b>
        <Countdown timed={view} format={format} />
      </b>
    </span>
  );
}

function DuelBar({ view, words }: { readonly view: Duel; readonly words: BattleWords }) {
  const { own, rival } = view;
  return (
    <>
      <span className={css.heads}>
        <span className={css.side}>
          <Avatar url={own.posterUrl} name={own.name} size={34} isLive={false} />
          <b className={`cut ${css.name}`}>{own.name}</b>
        </span>
        <Phase view={view} words={words} />
        <span className={css.side} data-side="rival">
          <b className={`cut ${css.name}`}>{rival.name}</b>
          <Avatar url={rival.posterUrl} name={rival.name} size={34} isLive={false} />
        </span>
      </span>
      <span className={css.track} data-winner={view.winner}>
        <span className={css.own} style={{ width: `${own.share * 100}%` }}>
          {own.score}
        </span>
        <span className={css.rival}>{rival.score}</span>
      </span>
    </>
  );
}

function TeamsBar({ view, words }: { readonly view: Teams; readonly words: BattleWords }) {
  return (
    <span className={css.teams}>
      <Phase view={view} words={words} />
      <span className={css.columns}>
        {view.teams.slice(0, 4).map((team, at) => (
          <span key={team.teamId} className={css.team} data-first={at === 0 || undefined}>
            <span className={css.fill} style={{ width: `${team.share * 100}%` }} />
            <span className={css.teamName} title={team.name}>
              <b>{team.score}</b>
              {team.name}
            </span>
          </span>
        ))}
      </span>
    </span>
  );
}

function Outcome({ view, words }: { readonly view: Duel; readonly words: BattleWords }) {
  if (view.winner === 'nobody') return null;
  if (view.winner === 'draw') return <span className={`main-action ${css.outcome}`}>{words.draw}</span>;
  const [winner, loser] = view.winner === 'own' ? [view.own, view.rival] : [view.rival, view.own];
  return (
    <span className={`main-action ${css.outcome}`}>
      {view.phase === 'punishment' && view.punishment !== '' ? words.punished(loser.name, view.punishment) : words.won(winner.name)}
    </span>
  );
}

/** The two sides, their top givers, and the actions of the viewer or the star. */
function BattleDetails({ view, act, words }: Parts) {
  return (
    <div className={css.details}>
      {view.kind === 'none' && <p className={css.quiet}>{words.none}</p>}
      {view.kind === 'duel' && (
        <div className={css.sides}>
          <Side side={view.own} teamId={1} view={view} act={act} words={words} />
          <Side side={view.rival} teamId={2} view={view} act={act} words={words} />
        </div>
      )}
      {view.kind === 'teams' && (
        <ol className={css.ranks}>
          {view.teams.map((team) => (
            <li key={team.teamId} className={css.rank}>
              <span className={css.rankHead}>
                <b>{team.name}</b>
                <span>{team.score}</span>
              </span>
              {team.stars.length > 0 && <span className={css.quiet}>{team.stars.map(({ name }) => name).join(' · ')}</span>}
              <Support teamId={team.teamId} name={team.name} view={view} act={act} words={words} />
            </li>
          ))}
        </ol>
      )}
      <RequestFailure request={view.request} words={view.canCommand ? words.commandFailed : words.failed} />
      {view.canCommand && (
        <button
          type="button"
          className="pill main-action"
          disabled={view.request.name === 'sending'}
          onClick={() => act({ type: 'request', verb: view.kind === 'none' ? 'start' : 'end', fields: {} })}
        >
          {view.kind === 'none' ? words.start : words.end}
        </button>
      )}
    </div>
  );
}

function Side({ side, teamId, view, act, words }: Parts & { readonly side: SideView; readonly teamId: number }) {
  return (
    <section className={css.card} data-side={teamId === 1 ? 'own' : 'rival'} aria-label={side.name}>
      <Avatar url={side.posterUrl} name={side.name} size={72} isLive={false} />
      <b className={`cut ${css.cardName}`}>{side.name}</b>
      <b className={css.score}>{side.score}</b>
      <h3 className={css.quiet}>{words.givers}</h3>
      {side.givers.length === 0 ? (
        <p className={css.quiet}>{words.noGivers}</p>
      ) : (
        <ol className={css.givers}>
          {side.givers.map((giver, at) => (
            <li key={giver.userId === 0 ? at : giver.userId}>
              <span>{giver.nickname}</span>
              <span>{giver.score}</span>
            </li>
          ))}
        </ol>
      )}
      <Support teamId={teamId} name={side.name} view={view} act={act} words={words} />
    </section>
  );
}

function Support({ teamId, name, view, act, words }: Parts & { readonly teamId: number; readonly name: string }) {
  if (view.kind === 'none' || view.phase !== 'fight' || view.canCommand) return null;
  return (
    <span className={css.supports} role="group" aria-label={words.support}>
      <span className={css.supportTitle} aria-hidden="true">
        {words.support}
      </span>
      {SUPPORTS.map((coin) => (
        <button
          key={coin}
          type="button"
          className={css.support}
          aria-label={words.give(name, coin)}
          disabled={view.request.name === 'sending' || view.isOverdue}
          onClick={() => act({ type: 'request', verb: 'support', fields: { pkId: view.pkId, teamId, coin } })}
        >
          <Icon name="coin" size={16} />
          {coin}
        </button>
      ))}
    </span>
  );
}
