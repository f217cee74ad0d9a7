import { defineFeature } from '../../core/feature.ts';

/** S9, S37: guessing of songs: question with options and a countdown, own answer, results. */
export const manifest = defineFeature({
  name: 'music-guess',
  messages: ['music-guess-status'],
  slot: 'stage-strip',
  dock: { title: { 'zh-CN': '听歌识曲', en: 'Guess the song' }, weight: 24 },
});
