/** `npm run verify:backend -- URL`: acts as a room and checks a backend against docs/api. */
import { anyText, EXIT, flag, integer, runTool, someOf, UsageError, type Tool, type ValuesOf } from './lib/command-line.ts';
import { reasonOf, type User } from './verify-backend/backend.ts';
import { checkNames, verifyBackend, type Verified } from './verify-backend/verify.ts';

const OPTIONS = {
  room: integer('number of a room that exists', 1_001, 1, 999_999_999_999),
  users: anyText('two viewers who may log in, as ID:TOKEN,ID:TOKEN (new ones with the token verify)'),
  public: flag('the lines are public, and visitors of the room see them'),
  restart: anyText('a command that starts the service again: no line may be lost'),
  only: {
    ...someOf('', checkNames()),
    about: 'checks to run, by their names in the output, with commas between; a chat check logs in first (all)',
  },
  wait: integer('upper bound of one answer, in ms', 10_000, 100, 60_000),
} as const;

const VERIFY: Tool<typeof OPTIONS> = {
  name: 'npm run verify:backend --',
  takes: '[url]',
  about: [
    'Acts as a room, as a guest and as two viewers, and checks a backend against docs/api: page, calls, headers, chat socket, streams.',
    'URL is the address of the page, or of the services alone. It gives gifts; its lines are private to its two viewers.',
    'Exit code: 0 all passed or not offered, 1 something failed, 2 nothing was checked.',
  ].join('\n'),
  options: OPTIONS,
  wordsMax: 1,
  examples: [
    '  npm run verify:backend -- http://127.0.0.1:8100 --room 1001',
    '  npm run verify:backend -- http://127.0.0.1:8100 --only history,wrong-token',
  ],
  run: verify,
};

const MAX_MADE_UP = 1_000_000_000;

function usersOf(text: string | undefined): readonly [User, User] {
  if (text === undefined) {
    const first = MAX_MADE_UP + Math.floor(Math.random() * MAX_MADE_UP);
    return [
      { userId: first, token: 'verify' },
      { userId: first + 1, token: 'verify' },
    ];
  }
  const users = text.split(',').map((one): User => {
    const [, userId, token] = /^([1-9]\d{0,14}):(.+)$/.exec(one) ?? [];
    if (userId === undefined || token === undefined) throw new UsageError(`--users ${one} is not ID:TOKEN`);
    return { userId: Number(userId), token };
  });
  const [first, second] = users;
  if (first === undefined || second === undefined || users.length > 2) throw new UsageError('--users needs two users');
  return [first, second];
}

const WORDS = { passed: 'passed', failed: 'FAILED', 'not offered': 'not offered' } as const;
const NAME_WIDTH = 18;
const WORD_WIDTH = 12;

function print({ name, sentence, outcome }: Verified): void {
  console.log(
    `${WORDS[outcome.type].padEnd(WORD_WIDTH)}${name.padEnd(NAME_WIDTH)}${outcome.type === 'passed' ? (outcome.about ?? '') : outcome.why}`,
  );
  if (outcome.type === 'failed') console.log(`${' '.repeat(WORD_WIDTH)}The contract: ${sentence}`);
}

async function verify(
  { room, users, wait, only, public: isPublic, restart }: ValuesOf<typeof OPTIONS>,
  [url]: readonly string[],
): Promise<number> {
  if (url === undefined || !URL.canParse(url) || !/^https?:/.test(url))
    throw new UsageError('an address is needed, for example http://127.0.0.1:8100');
  const options = { url, roomId: room, users: usersOf(users), waitMs: wait, only, isPublic, ...(restart !== undefined && { restart }) };
  const results = await verifyBackend(options, print).catch((cause: unknown) => {
    throw new UsageError(`${url}: ${reasonOf(cause)}`);
  });
  const count = (is: Verified['outcome']['type']): number => results.filter(({ outcome }) => outcome.type === is).length;
  console.log(`\n${count('passed')} passed, ${count('failed')} failed, ${count('not offered')} not offered`);
  return count('failed') === 0 ? EXIT.DONE : EXIT.WRONG;
}

process.exitCode = await runTool(VERIFY, process.argv.slice(2));
