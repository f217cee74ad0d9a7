import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { repositoryFiles } from '../../scripts/repository-files.ts';

/**
 * Endless CSS animations, `file name`, with the state that ends each. An animation that runs forever makes the compositor draw sixty
 * pictures a second beside the video: a blinking dot cost 0.22 of a core.
 */
const ENDLESS: Readonly<Record<string, string>> = {
  'src/features/frames/panel.module.css turn': 'the spinner of a frame that loads',
  'src/features/gift-effects/panel.module.css turn': 'the rays of a large gift, taken away with it',
  'src/features/gift-effects/panel.module.css fly': 'the sparks of a large gift, taken away with it',
  'src/ui/chat/Chat.module.css turn': 'the spinner of an own line that waits for its echo',
  'src/ui/lobby/Rooms.module.css wait': 'the places of rooms while their list is fetched',
  'src/ui/overlays/ServiceNotices.module.css blink': 'a service that is being restarted',
  'src/ui/stage/Stage.module.css breathe': 'the mark while the room starts',
  'src/ui/stage/Stage.module.css turn': 'the spinner while a picture is waited for',
};

const sources = repositoryFiles().filter((file) => /^src\/(ui|features|playground|player-page)\/.*\.(css|tsx?)$/.test(file));

test('each endless animation is listed with the temporary state to which it belongs', () => {
  const found = sources
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/animation(?:-name|-iteration-count)?:([^;}]*\binfinite\b[^;}]*)/g)].flatMap(([, value]) =>
        value!.split(/,(?![^(]*\))/).map((one) => `${file} ${/^\s*([\w-]+)/.exec(one)?.[1] ?? ''}`),
      ),
    );
  expect(found.toSorted()).toEqual(Object.keys(ENDLESS).toSorted());
});

test('scripts start no endless animation', () => {
  const endless = sources.filter(
    (file) => !file.endsWith('.css') && /iterations:\s*(Number\.)?(POSITIVE_)?I(nfinity|NFINITY)/.test(readFileSync(file, 'utf8')),
  );
  expect(endless).toEqual([]);
});
