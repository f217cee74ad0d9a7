import { useEffect } from 'react';

import type { PanelProps } from '../../ui/features/panel.ts';
import { CardBox } from './card.tsx';
import type { ChatToolsAction, ChatToolsView } from './rules.ts';
import { SettingsBox } from './settings.tsx';
import type { ChatToolsWords } from './text.zh-CN.ts';

export type ChatToolsProps = PanelProps<ChatToolsView, ChatToolsAction, ChatToolsWords>;

export default function ChatToolsPanel(props: ChatToolsProps) {
  const { view } = props;
  useEffect(() => focusLogAfterwards, []);
  return view.shows === 'settings' ? <SettingsBox {...props} /> : <CardBox key={view.card.cards} {...props} card={view.card} />;
}

/** The line whose name had the focus may have been removed from the list meanwhile. */
function focusLogAfterwards(): void {
  queueMicrotask(() => {
    if (document.activeElement === null || document.activeElement === document.body)
      document.querySelector<HTMLElement>('[role="log"]:not([hidden])')?.focus({ preventScroll: true });
  });
}
