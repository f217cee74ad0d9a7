import { Countdown, minutes } from '../../ui/features/parts/Countdown.tsx';
import { AskFailure } from '../../ui/features/parts/AskFailure.tsx';
import { CardButton, FeatureCard } from '../../ui/features/parts/FeatureCard.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Box } from '../../ui/overlays/Box.tsx';
import { GiveForm } from './give.tsx';
import css from './panel.module.css';
import type { PacketView, RedPacketsAction, RedPacketsView } from './rules-view.ts';
import type { RedPacketsWords } from './text.zh-CN.ts';

type Props = PanelProps<RedPacketsView, RedPacketsAction, RedPacketsWords>;

/** The packet that can be grabbed, or the next one; the shares are listed in a dialog. */
export default function RedPacketsPanel({ view, act, words, place }: Props) {
  const { packet, dialog } = view;
  const close = (): void => act({ type: 'close' });
  return (
    <>
      {packet !== null && place !== 'list' && <PacketCard view={view} packet={packet} act={act} words={words} />}
      {dialog === 'form' && (
        <Box title={words.give} onClose={close}>
          <GiveForm ask={view.ask} act={act} words={words} />
        </Box>
      )}
      {dialog === 'packet' && packet !== null && (
        <Box title={words.of(packet.sender)} onClose={close}>
          <Shares packet={packet} words={words} />
        </Box>
      )}
    </>
  );
}

interface Parts {
  readonly view: RedPacketsView;
  readonly packet: PacketView;
  readonly act: (action: RedPacketsAction) => void;
  readonly words: RedPacketsWords;
}

function PacketCard({ view: { ask }, packet, act, words }: Parts) {
  const { packetId, status, mine, canGrab } = packet;
  const isOver = status === 'empty' || status === 'over';
  const givenBy = packet.giver === '' ? '' : words.givers[packet.giver];
  // A packet for another audience has no button to grab it, so its text does not offer that.
  const statusWords = status === 'open' && !canGrab ? words.left : words.statuses[status];
  const mayGrab = packet.audience === 'everybody' ? '' : words.audiences[packet.audience];
  return (
    <FeatureCard
      name="red-packets"
      title={words.of(packet.sender)}
      at={mine === null ? status : 'mine'}
      mark={<Icon name="gift" size={28} />}
      {...(!isOver && { aside: <Countdown timed={packet} said={(left) => (left > 0 ? minutes(left) : '')} /> })}
      actions={
        <>
          {canGrab && (
            <CardButton isMain disabled={ask.name === 'sending'} onClick={() => act({ type: 'grab', packetId })}>
              {words.grab}
            </CardButton>
          )}
          {status !== 'waiting' && <CardButton onClick={() => act({ type: 'open', packetId })}>{words.who}</CardButton>}
        </>
      }
    >
      {packet.title !== '' && <p className={css.title}>{packet.title}</p>}
      <p role="status">{mine === null ? statusWords(packet.num, packet.numLeft) : words.got(mine.coin)}</p>
      {!isOver && <p className={css.audience}>{[givenBy, mayGrab].filter((part) => part !== '').join(' · ')}</p>}
      {packet.more > 0 && <p>{words.more(packet.more)}</p>}
      {canGrab && <AskFailure ask={ask} words={words.failed} />}
    </FeatureCard>
  );
}

function Shares({ packet, words }: { readonly packet: PacketView; readonly words: RedPacketsWords }) {
  return (
    <div className={css.shares}>
      <p className={css.sum}>{words.sum(packet.coin, packet.num - packet.numLeft, packet.num)}</p>
      {packet.shares.length === 0 ? (
        <p>{words.nobody}</p>
      ) : (
        <ol className={css.list} tabIndex={0} aria-label={words.who}>
          {packet.shares.map(({ userId, name, coin, isBest }) => (
            <li key={userId} className={css.share} data-mine={packet.mine?.userId === userId || undefined}>
              <span className={css.name}>{name}</span>
              {isBest && <span className={css.best}>{words.best}</span>}
              <b>{words.coins(coin)}</b>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
