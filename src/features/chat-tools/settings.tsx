import { type ReactNode, type SyntheticEvent, use, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';

import {
  CHAT_KINDS,
  CHAT_SIZES,
  CHOICE_LIMITS,
  type ChatChoices,
  type ChatListName,
  DEFAULT_CHOICES,
  matcherOf,
  writeChoices,
} from '../../core/room/chat/chat-choices.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import { requestChat } from '../../ui/chat/send/compose.ts';
import { Choice, SettingRow, Switch } from '../../ui/features/parts/Settings.tsx';
import { theme } from '../../design/theme.ts';
import { hand } from '../../ui/appearance/appearance.ts';
import { Modal } from '../../ui/overlays/Modal.tsx';
import { notify } from '../../ui/overlays/notice.ts';
import { settingsFile, takeSettings } from '../../ui/page/settings-file.ts';
import { useRoom, useRoomContext } from '../../ui/room-context.ts';
import { compressor } from '../../ui/stage/controls/page-choices.ts';
import { saveFile } from '../../ui/stage/saving/save-file.ts';
import { TextContext } from '../../ui/text/text.ts';
import css from './panel.module.css';
import type { ChatToolsProps } from './panel.tsx';

type Words = ChatToolsProps['words'];

/** All settings of the page in one place, with a search. */
export function SettingsModal({ act, words }: ChatToolsProps) {
  const [query, setQuery] = useState('');
  const { act: actOnRoom } = useRoomContext();
  const { choices = DEFAULT_CHOICES } = useRoom('chat');
  const close = (): void => act({ type: 'close' });
  const choose = (changes: Partial<ChatChoices>): void =>
    actOnRoom({ type: 'choose-chat', entries: writeChoices({ ...choices, ...changes }) });
  const parts: readonly (readonly [title: string, keywords: string, content: ReactNode])[] = [
    [words.appearance, words.appearanceKeys, <Appearance key="appearance" words={words} />],
    [words.player, words.playerKeys, <PlayerStart key="player" words={words} />],
    [words.chat, words.chatKeys, <ChatLook key="chat" {...{ choices, choose, words, close }} />],
    ...(['words', 'marks', 'phrases'] as const).map(
      (name) => [words.lists[name], words.listHints[name], <TextList key={name} {...{ name, choices, choose, words }} />] as const,
    ),
    [words.blocked, words.chatKeys, <Blocked key="blocked" words={words} />],
    [words.file, words.fileKeys, <SettingsFile key="file" words={words} />],
  ];
  const wanted = query.trim().toLowerCase();
  const found = parts.filter(([title, keywords]) => `${title} ${keywords}`.toLowerCase().includes(wanted));
  return (
    <Modal title={words.settings} onClose={close}>
      <div className={css.settings} data-chat-settings="">
        <input
          type="search"
          className="text-field"
          data-first=""
          aria-label={words.find}
          placeholder={words.find}
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        />
        {found.length === 0 && (
          <p className={css.quiet} role="status">
            {words.nothingFound}
          </p>
        )}
        {found.map(([title, , content]) => (
          <section key={title} className={css.part} aria-label={title}>
            <h3 className={css.heading}>{title}</h3>
            {content}
          </section>
        ))}
      </div>
    </Modal>
  );
}

function Appearance({ words }: { readonly words: Words }) {
  const { language, setLanguage } = use(TextContext);
  const { act } = useRoomContext();
  return (
    <>
      <Choice
        name="look-theme"
        title={words.theme}
        values={['dark', 'light']}
        labels={words.themes}
        value={useSyncExternalStore(theme.subscribe, theme.shown)}
        onChoose={theme.choose}
      />
      <Choice
        name="look-hand"
        title={words.hand}
        values={['right', 'left']}
        labels={words.hands}
        value={useSyncExternalStore(hand.subscribe, hand.shown)}
        onChoose={hand.choose}
      />
      <Choice
        name="look-language"
        title={words.language}
        values={['zh-CN', 'en']}
        labels={{ 'zh-CN': '中文', en: 'English' }}
        value={language}
        onChoose={setLanguage}
      />
      <button type="button" className={css.wide} onClick={() => act({ type: 'feature', feature: 'danmaku', action: { type: 'entry' } })}>
        <Icon name="chatSettings" size={18} />
        {words.danmaku}
      </button>
    </>
  );
}

/** How each visit starts; a change also applies now. */
function PlayerStart({ words }: { readonly words: Words }) {
  const { act } = useRoomContext();
  const { hasTheatre, theatre } = useRoom('layout');
  const { kind, saver, savers } = useRoom('player');
  const isCompressed = useSyncExternalStore(compressor.subscribe, compressor.isOn);
  return (
    <>
      {hasTheatre && <Switch title={words.theatre} isOn={theatre} onChange={(on) => act({ type: 'choose-theatre', on })} />}
      {savers.length > 0 && (
        <Choice
          name="player-saver"
          title={words.quality}
          values={savers}
          labels={words.qualities}
          value={savers.includes(saver) ? saver : 'off'}
          onChoose={(chosen) => act({ type: 'choose-saver', saver: chosen })}
        />
      )}
      {compressor.isOffered(kind) && <Switch title={words.compressor} isOn={isCompressed} onChange={compressor.choose} />}
    </>
  );
}

interface ChoicesProps {
  readonly choices: ChatChoices;
  readonly choose: (changes: Partial<ChatChoices>) => void;
  readonly words: Words;
}

const MIN_LEVELS = ['0', '5', '10', '20'] as const;

function ChatLook({ choices, choose, words, close }: ChoicesProps & { readonly close: () => void }) {
  const { hidden, minLevel, merges, size } = choices;
  return (
    <>
      <button
        type="button"
        className={css.wide}
        onClick={() => {
          close();
          requestChat({ type: 'search' });
        }}
      >
        <Icon name="log" size={18} />
        {words.search}
      </button>
      <Choice
        name="chat-size"
        title={words.size}
        values={CHAT_SIZES}
        labels={words.sizes}
        value={size}
        onChoose={(chosen) => choose({ size: chosen })}
      />
      <Switch title={words.merges} isOn={merges} onChange={(isOn) => choose({ merges: isOn })} />
      {CHAT_KINDS.map((kind) => (
        <Switch
          key={kind}
          title={words.kinds[kind]}
          isOn={!hidden.includes(kind)}
          onChange={(isOn) => choose({ hidden: isOn ? hidden.filter((one) => one !== kind) : [...hidden, kind] })}
        />
      ))}
      <SettingRow title={words.minLevel}>
        <select
          className="text-field"
          value={String(minLevel)}
          onChange={({ currentTarget }) => choose({ minLevel: Number(currentTarget.value) })}
        >
          {[...new Set([...MIN_LEVELS, String(minLevel)])].map((level) => (
            <option key={level} value={level}>
              {level === '0' ? words.anyLevel : words.fromLevel(level)}
            </option>
          ))}
        </select>
      </SettingRow>
    </>
  );
}

/** Texts of one list, with a field that adds one. */
function TextList({ name, choices, choose, words }: ChoicesProps & { readonly name: ChatListName }) {
  const texts = choices[name];
  const [draft, setDraft] = useState('');
  const [problem, setProblem] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const hint = useId();
  const add = (event: SyntheticEvent): void => {
    event.preventDefault();
    const text = draft.trim();
    if (text === '') return;
    if (texts.length >= CHOICE_LIMITS[name].value) setProblem(words.listFull(CHOICE_LIMITS[name].value));
    else if (name !== 'phrases' && matcherOf(text) === null) setProblem(words.badPattern);
    else {
      setProblem('');
      setDraft('');
      choose({ [name]: [...texts.filter((one) => one !== text), text] });
    }
  };
  return (
    <form className={css.list} onSubmit={add} data-text-list={name}>
      <p id={hint} className={css.quiet}>
        {words.listHints[name]}
      </p>
      {texts.length > 0 && (
        <ul className={css.tags}>
          {texts.map((text) => (
            <li key={text}>
              <button
                type="button"
                className={css.tag}
                aria-label={words.removeText(text)}
                onClick={() => {
                  choose({ [name]: texts.filter((one) => one !== text) });
                  field.current?.focus();
                }}
              >
                {text}
                <Icon name="close" size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={css.adding}>
        <input
          ref={field}
          className="text-field"
          aria-label={words.lists[name]}
          aria-describedby={hint}
          aria-invalid={problem !== ''}
          maxLength={name === 'phrases' ? CHOICE_LIMITS.phraseChars.value : CHOICE_LIMITS.wordChars.value}
          autoComplete="off"
          value={draft}
          onChange={({ currentTarget }) => {
            setDraft(currentTarget.value);
            setProblem('');
          }}
        />
        <button type="submit" className={css.undo} disabled={draft.trim() === ''}>
          {words.add}
        </button>
      </div>
      <p className={css.state} role="status" data-bad="">
        {problem}
      </p>
    </form>
  );
}

function Blocked({ words }: { readonly words: Words }) {
  const { act } = useRoomContext();
  const { blocked } = useRoom('chat');
  return (
    <>
      <p className={css.quiet}>{blocked.length === 0 ? words.nobodyBlocked : words.blockedUsers(blocked.length)}</p>
      <ul className={css.blocked}>
        {blocked.toReversed().map(({ userId, name }) => (
          <li key={userId} className={css.row}>
            <span className={`cut ${css.name}`}>{name}</span>
            <button
              type="button"
              className={css.undo}
              aria-label={words.unblockOf(name)}
              onClick={() => act({ type: 'block-user', userId, name, on: false })}
            >
              {words.unblock}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function SettingsFile({ words }: { readonly words: Words }) {
  const chooser = useRef<HTMLInputElement>(null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  const take = async (file: File | undefined): Promise<void> => {
    // A file that is no longer readable is like one that is no settings file.
    const text = (await file?.text().catch(() => '')) ?? '';
    if (!isShown.current) return;
    // The room reads its settings when the page opens.
    if (takeSettings(text, localStorage)) location.reload();
    else notify(words.fileBad, 'bad');
  };
  return (
    <div className={css.adding}>
      <button type="button" className={css.wide} onClick={() => saveFile(settingsFile(localStorage), 'footlight-settings.json')}>
        {words.fileSave}
      </button>
      <button type="button" className={css.wide} onClick={() => chooser.current?.click()}>
        {words.fileTake}
      </button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept="application/json,.json"
        data-settings-file=""
        onChange={({ currentTarget }) => {
          void take(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
