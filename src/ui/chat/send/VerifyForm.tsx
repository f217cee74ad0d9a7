import { type SyntheticEvent, useState } from 'react';

import type { ChatView } from '../../../core/room/view.ts';
import { useRoomContext } from '../../room-context.ts';
import { useText } from '../../text/text.ts';
import css from './VerifyForm.module.css';

const WORDS = {
  'zh-CN': {
    title: '发言前请先完成验证',
    code: '验证码',
    placeholder: '请输入图中的字符',
    wrong: '不对，请再试一次',
    send: '提交',
    leave: '暂不发言',
  },
  en: {
    title: 'Answer before you chat',
    code: 'Code',
    placeholder: 'Type what you see',
    wrong: 'Wrong answer, try again',
    send: 'Send',
    leave: 'Not now',
  },
} as const;

/** 502: a picture or text that the viewer has to type before a line is accepted. The line stays pending meanwhile. */
export default function VerifyForm({ question }: { question: NonNullable<ChatView['verify']> }) {
  const context = useRoomContext();
  const { lang } = useText();
  const [code, setCode] = useState('');
  const [key, setKey] = useState(question.key);
  if (key !== question.key) {
    // The form stays: letters typed after the focus was lost with the field would be keys of the player.
    setKey(question.key);
    setCode('');
  }
  const words = WORDS[lang === 'en' ? 'en' : 'zh-CN'];
  const send = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (code.trim() === '') return;
    context.act({ type: 'verify-chat', code });
    setCode('');
  };
  return (
    <form className={css.form} onSubmit={send} aria-label={words.title}>
      <p className={css.title}>{words.title}</p>
      {/^(?:https?:)?\//.test(question.imageUrl) && (
        <img className={css.picture} src={question.imageUrl} alt="" referrerPolicy="no-referrer" />
      )}
      {question.text !== '' && <p className={css.question}>{question.text}</p>}
      {question.isWrong && (
        <p className={css.wrong} role="alert">
          {words.wrong}
        </p>
      )}
      <div className={css.line}>
        <input
          className="text-field"
          value={code}
          maxLength={32}
          autoComplete="off"
          aria-label={words.code}
          placeholder={words.placeholder}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <button type="submit" className="pill main-action" disabled={code.trim() === ''}>
          {words.send}
        </button>
        <button type="button" className="pill quiet-action" onClick={() => context.act({ type: 'verify-chat', code: null })}>
          {words.leave}
        </button>
      </div>
    </form>
  );
}
