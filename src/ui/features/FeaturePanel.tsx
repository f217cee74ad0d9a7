import { type ComponentType, memo, use, useCallback, useDeferredValue } from 'react';
import { nameOfFeature, FEATURES } from '../../features/index.ts';
import type { DockPlace } from '../../core/room/feature/dock.ts';
import type { Language } from '../../design/language.ts';
import { FeatureBoundary } from '../overlays/FeatureBoundary.tsx';
import { LoadFailed } from '../overlays/page-parts.ts';
import { useFeature, useRoomContext, useFeatureNames } from '../room-context.ts';
import { useLanguage, useText } from '../text/text.ts';
import css from './Dock.module.css';
import { TRANSLATE, type PanelProps, type Translate } from './panel.ts';
import { ViewMadeContext } from './parts/Countdown.tsx';
import { roomTime } from './room-time.ts';
import type { Slot } from '../../core/feature.ts';

type Panel = ComponentType<PanelProps<unknown, unknown, unknown>>;

/** The list grows with each feature, so it is outside of the first bundle. One chunk per feature, fetched when the feature first shows something. */
const PANELS = import.meta.glob<{ readonly default: Panel }>('../../features/*/panel.tsx');
const WORDS = import.meta.glob<{ readonly words: (t: Translate) => unknown }>('../../features/*/text.ts');

/** Panels with their texts, by feature and language; cached, so that switching back to a language is immediate. */
const loaded = new Map<string, Promise<PanelParts>>();

/** The component of a panel, which is the same in every language, and its texts. */
interface PanelParts {
  readonly Panel: Panel;
  readonly words: unknown;
}

/** A call after `forget` of a failure loads again. */
function loadParts(name: string, language: Language): Promise<PanelParts> {
  const key = `${name} ${language}`;
  const known = loaded.get(key);
  if (known !== undefined) return known;
  const parts = importParts(name, language).catch((cause: unknown) => {
    throw new LoadFailed(cause, () => loaded.delete(key));
  });
  loaded.set(key, parts);
  return parts;
}

async function importParts(name: string, language: Language): Promise<PanelParts> {
  const panel = PANELS[`../../features/${name}/panel.tsx`];
  const loadText = WORDS[`../../features/${name}/text.ts`];
  if (panel === undefined) throw new Error(`feature ${name} has no panel.tsx`);
  const [{ default: Panel }, text] = await Promise.all([panel(), loadText?.()]);
  // Panel and texts are from one folder, where the compiler has checked their types.
  return { Panel, words: text?.words(TRANSLATE[language]) };
}

/** A panel with its texts in one language, for pages whose language does not change. */
export async function loadPanel(name: string, language: Language) {
  const { Panel, words } = await loadParts(name, language);
  return (props: Omit<PanelProps<unknown, unknown, unknown>, 'words'>) => <Panel {...props} words={words} />;
}

type LoadedPanelProps = Omit<PanelProps<unknown, unknown, unknown>, 'words'> & { readonly name: string };

/**
 * Suspends until the panel is loaded. Another language changes only the texts: a panel that was mounted again would close the star's camera
 * and load embedded pages again.
 */
function LoadedPanel({ name, language, ...props }: LoadedPanelProps) {
  // The texts of the current language are shown until those of the new one are loaded.
  const shown = useDeferredValue(language);
  const { Panel, words } = use(loadParts(name, shown));
  return <Panel {...props} language={shown} words={words} />;
}

interface FeaturePanelProps {
  readonly name: string;
  readonly place: DockPlace | 'slot';
}

/**
 * A feature's panel in its slot. A feature that has failed for good renders a message, an empty one renders nothing. It renders when its own view changes,
 * not when another feature's does.
 */
export const FeaturePanel = memo(function FeaturePanel({ name, place }: FeaturePanelProps) {
  const feature = useFeature(name);
  const language = useLanguage();
  const { act: actOnRoom } = useRoomContext();
  const act = useCallback((action: unknown) => actOnRoom({ type: 'feature', feature: name, action }), [actOnRoom, name]);
  const madeMs = useCallback(() => (feature === undefined ? performance.now() : roomTime.madeMs(feature)), [feature]);
  if (feature === undefined || feature.name === 'hidden') return null;
  if (feature.name === 'off') return feature.why === 'switched off by the remote config' ? null : <OffNotice name={name} />;
  return (
    <FeatureBoundary name={name} isFeature>
      {() => (
        <ViewMadeContext value={madeMs}>
          <LoadedPanel name={name} view={feature.view} act={act} language={language} place={place} />
        </ViewMadeContext>
      )}
    </FeatureBoundary>
  );
});

function OffNotice({ name }: { readonly name: string }) {
  const text = useText();
  return (
    <p className={css.off} role="status" data-feature-off={name}>
      {text.featureOff(nameOfFeature(name, useLanguage()))}
    </p>
  );
}

/** All running features of this slot, in the order of the list of features. Dock.tsx renders docked features. */
export default function FeatureSlot({ slot }: { readonly slot: Exclude<Slot, 'stage'> }) {
  const running = useFeatureNames(() => true).split(' ');
  return FEATURES.filter(({ slot: own, dock, name }) => own === slot && dock === undefined && running.includes(name)).map(({ name }) => (
    <FeaturePanel key={name} name={name} place="slot" />
  ));
}
