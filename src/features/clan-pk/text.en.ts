import type { ClanWords } from './text.zh-CN.ts';

export const words: ClanWords = {
  title: 'Clan PK',
  about: 'Clans collect points, the best go on to the next stage. A quick message to a clan gives it 10 points.',
  open: 'Open the clan PK',
  clans: 'Points of the clans',
  stages: { group: 'Group stage', semifinal: 'Semi-final', final: 'Final', champion: 'The champion' },
  score: (name, score) => `${name} ${score}`,
  between: (name, score, other, otherScore) => `${name} ${score} : ${otherScore} ${other}`,
  said: (clan, sender, text) => `[${clan}] ${sender}: ${text}`,
  left: (time) => `${time} left`,
  settling: 'Counting',
  cheer: (clan) => `Cheer for ${clan}`,
  messages: ['Go!', 'Faster!', 'Win!'],
  say: (clan, text) => `${text} Say it to ${clan}: 10 points`,
  failed: 'It could not be sent, please try again',
};
