/** Users, follows, orders and lines, in one SQLite file. One process owns it. */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import sqlite from 'node-sqlite3-wasm';

const NEW_USER_COINS = 10_000;
/** Number of stored lines of all rooms; older ones are removed in groups. */
const [KEPT_LINES, TRIM_LINES] = [20_000, 1_000];

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS users (id INTEGER PRIMARY KEY, secret TEXT NOT NULL, nickname TEXT NOT NULL, coins INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS follows (room INTEGER NOT NULL, user INTEGER NOT NULL, PRIMARY KEY (room, user)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS orders (user INTEGER NOT NULL, request TEXT NOT NULL, answer TEXT NOT NULL, PRIMARY KEY (user, request)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS lines (id INTEGER PRIMARY KEY AUTOINCREMENT, room INTEGER NOT NULL, uuid TEXT NOT NULL UNIQUE, body TEXT NOT NULL);
`;

const secretOf = (token) => createHash('sha256').update(token).digest('hex');

export function openStore(file) {
  // Left by a killed process; only this process uses the file.
  rmSync(`${file}.lock`, { recursive: true, force: true });
  const database = new sqlite.Database(file);
  // Only one process: SQLite then needs no shared memory for its log. A killed process loses nothing, a machine without power perhaps the last second.
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  database.exec(SCHEMA);

  return {
    /** The first token with a user id becomes its password; a real site has accounts instead. null: another token. */
    user(userId, token) {
      if (!Number.isSafeInteger(userId) || userId <= 0 || token === '') return null;
      const known = database.get('SELECT * FROM users WHERE id = ?', [userId]);
      if (known !== null) return known.secret === secretOf(token) ? { ...known, secret: '' } : null;
      const nickname = `用户${String(userId).slice(-4)}`;
      database.run('INSERT INTO users VALUES (?, ?, ?, ?)', [userId, secretOf(token), nickname, NEW_USER_COINS]);
      return { id: userId, nickname, coins: NEW_USER_COINS };
    },
    followers: (room) => database.get('SELECT COUNT(*) AS count FROM follows WHERE room = ?', [room]).count,
    /** True if it changed something. */
    follow(room, userId, isOn) {
      const sql = isOn ? 'INSERT OR IGNORE INTO follows VALUES (?, ?)' : 'DELETE FROM follows WHERE room = ? AND user = ?';
      return database.run(sql, [room, userId]).changes > 0;
    },
    /**
     * Takes the coins and stores the answer, once for each request of a user: a repeated one gets the stored answer. null: not enough
     * coins. Atomic, even if the process ends.
     */
    pay(userId, request, cost) {
      const known = database.get('SELECT answer FROM orders WHERE user = ? AND request = ?', [userId, request]);
      if (known !== null) return { answer: JSON.parse(known.answer), isNew: false };
      const { coins } = database.get('SELECT coins FROM users WHERE id = ?', [userId]);
      if (coins < cost) return null;
      const answer = { code: 0, data: { balance: coins - cost } };
      database.exec('BEGIN IMMEDIATE');
      database.run('UPDATE users SET coins = coins - ? WHERE id = ?', [cost, userId]);
      database.run('INSERT INTO orders VALUES (?, ?, ?)', [userId, request, JSON.stringify(answer)]);
      database.exec('COMMIT');
      return { answer, isNew: true };
    },
    /** Position of the line in the history; null: a repeated line. */
    addLine(room, uuid, body) {
      const sql = 'INSERT OR IGNORE INTO lines (room, uuid, body) VALUES (?, ?, ?)';
      const { changes, lastInsertRowid } = database.run(sql, [room, uuid, JSON.stringify(body)]);
      if (changes === 0) return null;
      const id = Number(lastInsertRowid);
      if (id % TRIM_LINES === 0) database.run('DELETE FROM lines WHERE id <= ?', [id - KEPT_LINES]);
      return id;
    },
    /** All stored lines, oldest first. */
    lines: () =>
      database.all('SELECT * FROM lines ORDER BY id').map(({ id, room, body }) => ({ id: Number(id), room, body: JSON.parse(body) })),
    close: () => database.close(),
  };
}
