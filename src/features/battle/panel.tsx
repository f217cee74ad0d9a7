import { Countdown, minutes } from '../../ui/features/parts/Countdown.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Box } from '../../ui/overlays/Box.tsx';
import { Avatar } from '../../ui/room/Avatar.tsx';
import { BattleDetails } from './details.tsx';
import css from './panel.module.css';
import type { BattleAction, BattleView } from './rules-view.ts';
import type { BattleWords } from './text.zh-CN.ts';

type Duel = Extract<BattleView, { kind: 'duel' }>;
type Teams = Extract<BattleView, { kind: 'teams' }>;

/** The score is drawn over the picture; givers, teams and support buttons are in a dialog. */
export default function BattlePanel({ view: received, act, words, place }: PanelProps<BattleView, BattleAction, BattleWords>) {
  const view = withNames(received, words);
  return (
    <>
      {view.kind !== 'none' && place !== 'list' && (
        <section className={css.battle} aria-label={words.title} data-feature="battle" data-phase={view.phase} data-wide="">
          <button type="button" className={css.bar} onClick={() => act({ type: 'entry' })}>
            <span className={css.seen} aria-hidden="true">
              {view.kind === 'duel' ? <DuelBar view={view} words={words} /> : <TeamsBar view={view} words={words} />}
            </span>
            <span className="unseen" data-said="">
              {labelOf(view, words)}
            </span>
          </button>
          <p className={css.said} role="status">
            {view.flash !== null && <span className={css.flash}>{words.flash(view.flash.nickname, nameOf(view, view.flash.teamId))}</span>}
            {view.kind === 'duel' && view.flash === null && <Outcome view={view} words={words} />}
          </p>
        </section>
      )}
      {view.isOpen && (
        <Box title={view.kind === 'none' ? words.title : words.details} onClose={() => act({ type: 'close' })}>
          <BattleDetails view={view} act={act} words={words} />
        </Box>
      )}
    </>
  );
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
  const said = view.kind === 'duel' ? words.scores(view.own.name, view.own.score, view.rival.name, view.rival.score) : words.teams;
  return `${words.phases[view.phase]} ${said}. ${words.details}`;
}

const nameOf = (view: Duel | Teams, teamId: number): string =>
  view.kind === 'duel' ? (teamId === 2 ? view.rival.name : view.own.name) : (view.teams.find((team) => team.teamId === teamId)?.name ?? '');

function Phase({ view, words }: { readonly view: Duel | Teams; readonly words: BattleWords }) {
  const said = (left: number): string =>
    view.phase !== 'result' && (view.isOverdue || (left === 0 && view.leftMs > 0)) ? words.settling : left > 0 ? minutes(left) : '';
  return (
    <span className={css.phase}>
      <span>{view.kind === 'teams' && view.phase === 'fight' ? words.round(view.round, view.roundTotal) : words.phases[view.phase]}</span>
      <b>
        <Countdown timed={view} said={said} />
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
          <b className={css.name}>{own.name}</b>
        </span>
        <Phase view={view} words={words} />
        <span className={css.side} data-side="rival">
          <b className={css.name}>{rival.name}</b>
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
            <span className={css.teamName}>{team.name}</span>
            <b>{team.score}</b>
          </span>
        ))}
      </span>
    </span>
  );
}

function Outcome({ view, words }: { readonly view: Duel; readonly words: BattleWords }) {
  if (view.winner === 'nobody') return null;
  if (view.winner === 'draw') return <span className={css.outcome}>{words.draw}</span>;
  const [winner, loser] = view.winner === 'own' ? [view.own, view.rival] : [view.rival, view.own];
  return (
    <span className={css.outcome}>
      {view.phase === 'punishment' && view.punishment !== '' ? words.punished(loser.name, view.punishment) : words.won(winner.name)}
    </span>
  );
}
