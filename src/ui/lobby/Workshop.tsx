import { useMemo, useState } from 'react';

import type { MockControl } from '../../../mocks/control.ts';
import { useLanguage } from '../text/text.ts';
import forms from './forms.module.css';
import { OwnVideo } from './OwnVideo.tsx';
import css from './Workshop.module.css';
import { useLobbyWords } from './words.ts';

/** Only in the offline build: all scenarios by name, and own videos. */
export default function Workshop({ scenarios }: { scenarios: MockControl['scenarios'] }) {
  return (
    <div className={css.workshop}>
      <OwnVideo />
      <Scenarios scenarios={scenarios} />
    </div>
  );
}

function Scenarios({ scenarios }: { scenarios: MockControl['scenarios'] }) {
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
        className={forms.input}
        type="search"
        aria-label={words.scenariosFilter}
        placeholder={words.scenariosFilter}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      <ul className={css.list}>
        {shown.map(({ name, about, address }) => (
          <li key={name}>
            <a className={css.scenario} href={address}>
              <span>{about[language]}</span>
              <code className={css.name}>{name}</code>
            </a>
          </li>
        ))}
      </ul>
      {shown.length === 0 && (
        <p className={css.none} role="status">
          {words.scenariosNone}
        </p>
      )}
    </details>
  );
}
