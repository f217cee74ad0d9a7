import { expect, test, vi } from 'vitest';
import { done, err, type Failure, type Result } from '../../../src/workers/core/result.ts';
import { initialView } from '../../../src/workers/core/room/initial-view.ts';
import { createCalls } from '../../../src/workers/room/calls.ts';
import { createPublishOwner } from '../../../src/workers/room/publish-owner.ts';
import { createScreen } from '../../../src/workers/room/screen.ts';

function star(answers: Result[]) {
  const screen = createScreen(initialView({ width: 1_280, height: 800 }), () => undefined);
  const asked: boolean[] = [];
  const failures: Failure[] = [];
  const owner = createPublishOwner({
    screen,
    ask(on) {
      asked.push(on);
      return Promise.resolve(answers.shift() ?? done);
    },
    onFailure: (failure) => failures.push(failure),
    log: () => undefined,
    nowMs: () => 5_500,
  });
  const at = (): string => {
    const { stage } = screen.get();
    return stage.at === 'publish' ? stage.publishing.at : stage.at;
  };
  return { owner, screen, asked, failures, at };
}

test('P31 a viewer cannot publish: nothing is asked and the stage stays', () => {
  const { owner, asked, at } = star([]);
  owner.send({ type: 'start' });
  expect([asked, at(), owner.isShown()]).toEqual([[], 'loading', false]);
  const card = { ...initialView({ width: 1, height: 1 }).room, liveStatus: 1 as const };
  expect(owner.card(card)).toBe(card);
});

test('P31 the star goes on the air and off it, and the room card says so', async () => {
  const { owner, screen, asked, at } = star([done, done]);
  owner.show();
  expect(at()).toBe('ready');
  expect(owner.card({ ...screen.get().room, liveStatus: 1, liveSince: 3 })).toMatchObject({ liveStatus: 0, liveSince: 0 });
  owner.send({ type: 'start' });
  expect(at()).toBe('starting');
  await vi.waitFor(() => expect(at()).toBe('live'));
  expect(screen.get().room).toMatchObject({ liveStatus: 1, liveSince: 5 });
  owner.send({ type: 'stop' });
  await vi.waitFor(() => expect(at()).toBe('ready'));
  expect(screen.get().room).toMatchObject({ liveStatus: 0, liveSince: 0 });
  expect(asked).toEqual([true, false]);
  screen.dispose();
});

test('P31 a refusal is counted and shown', async () => {
  const { owner, screen, failures, at } = star([err('PUBLISH_REFUSED', 'later')]);
  owner.show();
  owner.send({ type: 'start' });
  await vi.waitFor(() => expect(at()).toBe('ready'));
  expect(screen.get().stage).toMatchObject({ publishing: { error: { code: 'PUBLISH_REFUSED', detail: 'later' } } });
  expect(failures).toEqual([{ code: 'PUBLISH_REFUSED', detail: 'later' }]);
  screen.dispose();
});

test('P31 the call says on or off as JSON', async () => {
  const sent: { readonly url: string; readonly init: RequestInit | undefined }[] = [];
  const ask: typeof fetch = (url, init) => {
    sent.push({ url: url as string, init });
    return Promise.resolve(new Response('{"code":0}'));
  };
  const calls = createCalls({ live: '/svc/live' } as Parameters<typeof createCalls>[0], ask);
  expect(await calls.publish(1_006, false)).toEqual(done);
  expect(sent[0]?.url).toBe('/svc/live/room/1006/publish');
  expect(sent[0]?.init).toMatchObject({ method: 'POST', body: '{"on":false}', headers: { 'content-type': 'application/json' } });
});
