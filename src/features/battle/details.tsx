import { Avatar } from '../../ui/room/Avatar.tsx';
import css from './panel.module.css';
import { SUPPORTS } from './rules.ts';
import type { BattleAction, BattleView, SideView } from './rules-view.ts';
import type { BattleWords } from './text.zh-CN.ts';

interface Parts {
  readonly view: BattleView;
  readonly act: (action: BattleAction) => void;
  readonly words: BattleWords;
}

/** The two sides, their top givers, and the actions of the viewer or the star. */
export function BattleDetails({ view, act, words }: Parts) {
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
      {view.ask.name === 'failed' && (
        <p className={css.bad} role="alert">
          {view.ask.text !== '' ? view.ask.text : view.canCommand ? words.commandFailed : words.failed}
        </p>
      )}
      {view.canCommand && (
        <button
          type="button"
          className={css.primary}
          disabled={view.ask.name === 'sending'}
          onClick={() => act({ type: view.kind === 'none' ? 'start' : 'end' })}
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
      <b className={css.cardName}>{side.name}</b>
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
      {SUPPORTS.map((coin) => (
        <button
          key={coin}
          type="button"
          className={css.support}
          aria-label={words.give(name, coin)}
          disabled={view.ask.name === 'sending' || view.isOverdue}
          onClick={() => act({ type: 'support', coin, teamId })}
        >
          {coin}
        </button>
      ))}
    </span>
  );
}
