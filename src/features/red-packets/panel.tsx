import { Countdown, minutes } from '../../ui/features/parts/Countdown.tsx';
import { RequestFailure } from '../../ui/features/parts/FeatureParts.tsx';
import { CardButton, FeatureCard } from '../../ui/features/parts/FeatureCard.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import { Modal } from '../../ui/overlays/Modal.tsx';
import css from './panel.module.css';
import type { PacketView, RedPacketsAction, RedPacketsView } from './room.ts';
import type { RedPacketsWords } from './text.ts';
import type { SyntheticEvent } from 'react';
import type { FeatureRequest } from '../../core/room/feature/feature-dialog.ts';
import { ignoreHeldEnter } from '../../ui/page/input-method.ts';

type Props = PanelProps<RedPacketsView, RedPacketsAction, RedPacketsWords>;

/** The packet that can be grabbed, or the next one; the shares are listed in a dialog. */
export default function RedPacketsPanel({ view, act, words, place }: Props) {
  const { packet, dialog } = view;
  const close = (): void => act({ type: 'close' });
  return (
    <>
      {packet !== null && place !== 'list' && <PacketCard view={view} packet={packet} act={act} words={words} />}
      {dialog === 'form' && (
        <Modal title={words.give} onClose={close}>
          <GiveForm request={view.request} act={act} words={words} />
        </Modal>
      )}
      {dialog === 'packet' && packet !== null && (
        <Modal title={words.of(packet.sender)} onClose={close}>
          <Shares packet={packet} words={words} />
        </Modal>
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

function PacketCard({ view: { request }, packet, act, words }: Parts) {
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
      mark={<Icon name="redPacket" size={28} />}
      {...(!isOver && { aside: <Countdown timed={packet} format={(left) => (left > 0 ? minutes(left) : '')} /> })}
      actions={
        <>
          {canGrab && (
            <CardButton isMain disabled={request.name === 'sending'} onClick={() => act({ type: 'grab', packetId })}>
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
      {canGrab && <RequestFailure request={request} words={words.failed} />}
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
              <span className={`cut ${css.name}`}>{name}</span>
              {isBest && <span className={css.best}>{words.best}</span>}
              <b>{words.coins(coin)}</b>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** Limits of one packet; the server checks them again. */
const LIMITS = { coin: { min: 10, max: 10_000, usual: 500 }, num: { min: 1, max: 100, usual: 10 }, titleChars: 30 } as const;

interface GiveFormProps {
  readonly request: FeatureRequest;
  readonly act: (action: RedPacketsAction) => void;
  readonly words: RedPacketsWords;
}

/** The star's form: coins, number of shares, title. */
function GiveForm({ request, act, words }: GiveFormProps) {
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const title = form.get('title');
    act({
      type: 'give',
      coin: Number(form.get('coin')),
      num: Number(form.get('num')),
      title: typeof title === 'string' ? title.trim() : '',
    });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields and the button in it
    <form className={css.form} onKeyDown={ignoreHeldEnter} onSubmit={submit}>
      {(['coin', 'num'] as const).map((name) => (
        <label key={name} className={css.field}>
          <span>{words.fields[name](LIMITS[name].min, LIMITS[name].max)}</span>
          <input
            className="text-field"
            name={name}
            type="number"
            inputMode="numeric"
            required
            min={LIMITS[name].min}
            max={LIMITS[name].max}
            defaultValue={LIMITS[name].usual}
            {...(name === 'coin' && { 'data-first': '' })}
          />
        </label>
      ))}
      <label className={css.field}>
        <span>{words.fields.title}</span>
        <input className="text-field" name="title" maxLength={LIMITS.titleChars} defaultValue={words.usualTitle} autoComplete="off" />
      </label>
      <RequestFailure request={request} words={words.giveFailed} />
      <button type="submit" className="pill main-action" disabled={request.name === 'sending'}>
        {words.give}
      </button>
    </form>
  );
}
