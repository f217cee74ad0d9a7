import { type SyntheticEvent, useRef, useState } from 'react';

import type { DialogAction } from '../../core/room/feature/feature-dialog.ts';
import { RequestFailure } from '../../ui/features/parts/FeatureParts.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Modal } from '../../ui/overlays/Modal.tsx';
import css from './panel.module.css';
import { MAX_FLASH_CHARS, type LiveFlashView } from './room.ts';
import type { LiveFlashWords } from './text.ts';

/** The input, its preview, and a confirmation. */
export default function LiveFlashPanel({ view: { request }, act, words }: PanelProps<LiveFlashView, DialogAction, LiveFlashWords>) {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const written = text.trim();
  const isSent = request.name === 'done' && request.what === `write ${written}`;
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (written === '') field.current?.focus();
    else act({ type: 'request', verb: 'write', fields: { text: written } });
  };
  return (
    <Modal title={words.title} onClose={() => act({ type: 'close' })}>
      <form className={css.form} onSubmit={submit} data-feature="live-flash">
        <p className={css.hint}>{words.hint}</p>
        <label className={css.field}>
          <span>{words.text}</span>
          <textarea
            ref={field}
            className="text-field"
            data-first=""
            rows={2}
            maxLength={MAX_FLASH_CHARS}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <span className={css.count}>{words.count(text.length, MAX_FLASH_CHARS)}</span>
        </label>
        <RequestFailure request={request} words={words.failed} />
        {isSent && (
          <p className={css.sent} role="status">
            {words.sent}
          </p>
        )}
        <button type="submit" className="pill main-action" disabled={request.name === 'sending' || isSent || written === ''}>
          {words.send}
        </button>
      </form>
    </Modal>
  );
}
