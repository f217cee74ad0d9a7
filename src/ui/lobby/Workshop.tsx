import { useMemo, useState, type CSSProperties, type SyntheticEvent, useEffect, useEffectEvent, useId, useRef } from 'react';
import { type OfflineRoom, SCENARIO_GROUPS } from '../offline-room.ts';
import { useLanguage, useText } from '../text/text.ts';
import forms from './forms.module.css';
import css from './Workshop.module.css';
import { useLobbyWords } from './words.ts';
import { HANDED_FILE } from '../../design/handed-file.ts';
import type { PlayerKind } from '../../player/rules/names.ts';
import { viewerPath } from '../../core/room/start/route.ts';
import { Icon, type IconName, SHAPES } from '../../design/icons/Icon.tsx';

/** Only in the offline build: all scenarios by name, and own videos. */
export default function Workshop({ scenarios }: { scenarios: OfflineRoom['scenarios'] }) {
  const { workshop } = useLobbyWords();
  return (
    <section className={css.workshop} aria-label={workshop}>
      <h2 className={css.heading}>{workshop}</h2>
      <OwnVideo />
      <Scenarios scenarios={scenarios} />
      <Icons />
    </section>
  );
}

const ICON_NAMES = Object.keys(SHAPES) as readonly IconName[];

/** All icons with the names that the code uses, so that a new one is compared with its family. */
function Icons() {
  const words = useLobbyWords();
  return (
    <details className={css.part}>
      <summary className={css.head}>
        <span className={css.title}>{words.icons}</span>
        <span className={css.hint}>{words.iconsHint(ICON_NAMES.length)}</span>
      </summary>
      <ul className={css.icons}>
        {ICON_NAMES.map((name) => (
          <li key={name}>
            <Icon name={name} size={24} />
            <code className={css.name}>{name}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Scenarios({ scenarios }: { scenarios: OfflineRoom['scenarios'] }) {
  const words = useLobbyWords();
  const language = useLanguage();
  const [wanted, setWanted] = useState('');
  const shown = useMemo(() => {
    const part = wanted.trim().toLowerCase();
    return scenarios.filter(({ name, about }) => `${name} ${about[language]}`.toLowerCase().includes(part));
  }, [scenarios, wanted, language]);
  return (
    <details className={css.part}>
      <summary className={css.head}>
        <span className={css.title}>{words.scenarios}</span>
        <span className={css.hint}>{words.scenariosHint(scenarios.length)}</span>
      </summary>
      <input
        className="text-field"
        type="search"
        aria-label={words.scenariosFilter}
        placeholder={words.scenariosFilter}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      {SCENARIO_GROUPS.map((group) => {
        const found = shown.filter((scenario) => scenario.group === group);
        if (found.length === 0) return null;
        return (
          <section key={group} aria-label={words.scenarioGroups[group]}>
            <h3 className={css.group}>
              {words.scenarioGroups[group]} · {found.length}
            </h3>
            <ul className={css.list}>
              {found.map(({ name, icon, picture, about, address }) => (
                <li key={name}>
                  <a className={css.scenario} href={address}>
                    <span className={css.picture} style={picture === null ? undefined : onSheet(picture)}>
                      <Icon name={icon} size={18} />
                    </span>
                    <span>{about[language]}</span>
                    <code className={css.name}>{name}</code>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {shown.length === 0 && (
        <p className={css.none} role="status">
          {words.scenariosNone}
        </p>
      )}
    </details>
  );
}

const onSheet = ({ sheet, at, of }: NonNullable<OfflineRoom['scenarios'][number]['picture']>): CSSProperties => ({
  backgroundImage: `url(${sheet})`,
  backgroundSize: `100% ${of * 100}%`,
  backgroundPosition: `0 ${(at / Math.max(1, of - 1)) * 100}%`,
});

/** The room that plays a given address by its debug flags. */
const ROOM_ID = 1_001;
const KINDS: readonly PlayerKind[] = ['h264', 'h265', 'h265-native'];
const PLAYGROUND = '/playground';
const FILES = '.flv,.mp4,.m4v,.mov,.265,.h265,.hevc,.bin';
/** The format that the flag `src` accepts (core/room/start/page-input.ts). */
const ADDRESS = /^(?:https?:\/\/|\/)[^\s\p{Cc}]+$/u;

/** A file is opened in the player that shows single frames, a stream address in a room. */
function OwnVideo() {
  const words = useLobbyWords();
  const text = useText();
  const [problem, setProblem] = useState<'address' | 'file' | null>(null);
  const problemId = useId();
  const handOver = (file: File): void => {
    hand(file).then(
      () => location.assign(`${PLAYGROUND}?${HANDED_FILE.flag}=1`),
      (cause: unknown) => {
        console.error('STORAGE_UNAVAILABLE', cause);
        setProblem('file');
      },
    );
  };
  const isOver = useDrop(handOver);

  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [address, kind] = [form.get('address'), form.get('kind')];
    const isGood = typeof address === 'string' && typeof kind === 'string' && ADDRESS.test(address.trim());
    setProblem(isGood ? null : 'address');
    if (!isGood) return;
    const query = new URLSearchParams({ debug: '1', kind, src: address.trim() });
    location.assign(`${viewerPath(ROOM_ID)}?${query}`);
  };

  return (
    <section className={css.part} data-over={isOver || undefined}>
      <div className={css.head}>
        <h2 className={css.title}>{words.own}</h2>
        <p className={css.hint}>{isOver ? words.ownDrop : words.ownHint}</p>
      </div>
      <div className={css.ways}>
        <FileChooser onFile={handOver} />
        <a className="pill quiet-action" href={PLAYGROUND}>
          {words.playground}
        </a>
      </div>
      <form className={forms.row} onSubmit={submit} noValidate>
        <input
          name="address"
          className="text-field"
          aria-label={words.ownAddress}
          placeholder={words.ownAddress}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2_048}
          aria-invalid={problem === 'address'}
          aria-describedby={problemId}
        />
        <select name="kind" className="text-field" aria-label={words.ownKind} defaultValue="h264">
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {text.kinds[kind]}
            </option>
          ))}
        </select>
        <button type="submit" className="pill quiet-action">
          {words.ownPlay}
        </button>
        <p id={problemId} className={forms.problem} role="alert">
          {problem === 'address' && words.ownBad}
          {problem === 'file' && words.ownFailed}
        </p>
      </form>
    </section>
  );
}

function FileChooser({ onFile }: { onFile: (file: File) => void }) {
  const words = useLobbyWords();
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={chooser}
        type="file"
        className={css.file}
        accept={FILES}
        tabIndex={-1}
        aria-label={words.ownChoose}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) onFile(file);
        }}
      />
      <button type="button" className="pill main-action" onClick={() => chooser.current?.click()}>
        <Icon name="play" size={18} />
        {words.ownChoose}
      </button>
    </>
  );
}

/** Passes the file to the playground in Cache Storage, because a navigation cannot carry a file. */
async function hand(file: File): Promise<void> {
  const cache = await caches.open(HANDED_FILE.cache);
  await cache.put(HANDED_FILE.address, new Response(file, { headers: { [HANDED_FILE.nameHeader]: encodeURIComponent(file.name) } }));
}

/** Accepts a file dropped anywhere on the page; returns true while one is dragged over it. */
function useDrop(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFile);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file === undefined) return;
      event.preventDefault();
      take(file);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}
