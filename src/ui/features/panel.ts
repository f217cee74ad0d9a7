import type { DockPlace } from '../../core/room/dock.ts';
import type { Language } from '../text/text.ts';

/** What `panel.tsx` of a feature is given. `View`, `Action` and `Words` are the feature's own types. */
export interface PanelProps<View, Action, Words> {
  readonly view: View;
  /** To the feature's half in the room worker. */
  readonly act: (action: Action) => void;
  readonly words: Words;
  readonly language: Language;
  /** Where the dock puts a module (core/room/dock.ts); in `list` it draws its dialogs only. Of other features always `slot`. */
  readonly place: DockPlace | 'slot';
}
