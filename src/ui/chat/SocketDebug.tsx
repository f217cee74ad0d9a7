import { Suspense, useState } from 'react';
import type { SocketTotals } from '../../core/room/initial-view.ts';
import { useRoomContext, useRoom } from '../room-context.ts';
import { useLanguage } from '../text/text.ts';
import css from './SocketDebug.module.css';

/** Prefixes of raw frames (workers/socket/debug-lines.ts). */
const isRaw = (line: string): boolean => line.startsWith('⇠') || line.startsWith('⇢');

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** S10: socket traffic, only with `debug=1`, for the message in `cmd` or, with 0, for all. Rendered only while open. */
export default function SocketDebug() {
  const { socketTools: SocketReplay } = useRoomContext();
  const { debug, totals } = useRoom('chat');
  const words = SOCKET_DEBUG_WORDS[useLanguage()];
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState('');
  const [withRaw, setWithRaw] = useState(true);
  const filter = wanted.trim().toLowerCase();
  const shown = isOpen ? debug.filter((line) => (withRaw || !isRaw(line)) && line.toLowerCase().includes(filter)) : [];
  const { acks, lagMs, byId } = totals;
  return (
    <details className={css.debug} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {words.title} · {debug.length}
      </summary>
      {isOpen && (
        <div className={css.body}>
          <p className={css.figures}>
            {words.figures(sum(byId.map(({ count }) => count)), sum(byId.map(({ bytes }) => bytes)), Math.round(lagMs), acks)}
          </p>
          <Counts totals={totals} words={words} />
          <input
            className={css.filter}
            type="search"
            value={wanted}
            aria-label={words.filter}
            placeholder={words.filter}
            onChange={(event) => setWanted(event.currentTarget.value)}
          />
          <label className={css.raw}>
            <input type="checkbox" checked={withRaw} onChange={(event) => setWithRaw(event.currentTarget.checked)} />
            {words.raw}
          </label>
          <pre className={css.lines} tabIndex={0} aria-label={words.title}>
            {shown.join('\n')}
          </pre>
          {SocketReplay !== undefined && (
            <Suspense fallback={null}>
              <SocketReplay />
            </Suspense>
          )}
        </div>
      )}
    </details>
  );
}

type Words = (typeof SOCKET_DEBUG_WORDS)['zh-CN' | 'en'];

/** The most frequent first. */
function Counts({ totals, words }: { totals: SocketTotals; words: Words }) {
  const rows = totals.byId.toSorted((a, b) => b.count - a.count || a.id - b.id);
  return (
    <div className={css.counts} tabIndex={0} role="group" aria-label={words.counts}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.id}</th>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.count}</th>
            <th scope="col">{words.bytes}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, count, bytes }) => (
            <tr key={id}>
              <td>{id}</td>
              <td>{name}</td>
              <td>{count}</td>
              <td>{bytes}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Texts of the socket debug view: for developers, so in a separate chunk. */
const SOCKET_DEBUG_WORDS = {
  'zh-CN': {
    title: '连接日志',
    filter: '按名称或内容筛选',
    figures: (messages: number, bytes: number, lagMs: number, acks: number) =>
      `${messages} 条消息 · ${bytes} 字节 · 延迟 ${lagMs} 毫秒 · 已确认 ${acks}`,
    raw: '原始帧与心跳',
    counts: '按消息计数',
    id: '编号',
    name: '名称',
    count: '条数',
    bytes: '字节',
  },
  en: {
    title: 'Connection log',
    filter: 'Filter by name or text',
    figures: (messages: number, bytes: number, lagMs: number, acks: number) =>
      `${messages} messages · ${bytes} bytes · ${lagMs} ms behind · ${acks} acknowledged`,
    raw: 'Raw frames and heartbeats',
    counts: 'Counted by message',
    id: 'Id',
    name: 'Name',
    count: 'Count',
    bytes: 'Bytes',
  },
} as const;
