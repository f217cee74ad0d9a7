import { recorded } from '../../../mocks/scenario.ts';
import { sessionPush, personNamed } from '../../../mocks/sessions/session.ts';
import { scripted } from '../../../mocks/sessions/session-script.ts';

const STICKERS = [
  { emotionId: 1, name: '鼓掌', sender: '小鱼' },
  { emotionId: 2, name: '爱了', sender: '南风知我意' },
  { emotionId: 3, name: '哈哈哈', sender: '一颗糖' },
  { emotionId: 1, name: '鼓掌', sender: '夜航船' },
] as const;

/** Stickers of several viewers. A viewer who joins late does not receive past stickers. */
export const emotion = scripted({
  name: 'emotion',
  begin: () => ({}),
  phases: STICKERS.map(({ emotionId, name, sender }, at) => ({
    ms: 5_500,
    enter: ({ run }) => [
      sessionPush('emotion', { id: run * 100 + at + 1, emotionId, name, iconUrl: '', durationS: 5, user: personNamed(sender) }),
    ],
  })),
});

export const mock = recorded('emotion', emotion, 'Stickers over the stage', '画面上的表情');
