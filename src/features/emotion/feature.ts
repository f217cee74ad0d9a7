import { defineFeature } from '../../core/feature.ts';

/**
 * S9, S37: a sticker over the stage, sent by a user (300649). The room shows stickers and does not send them: S9 names the message, but
 * neither a call, a list of stickers nor a price. A viewer's own emotions are part of the chat line (`ui/chat`).
 */
export const manifest = defineFeature({
  name: 'emotion',
  title: { 'zh-CN': '表情特效', en: 'Emotion effects' },
  wakes: ['message'],
  messages: ['emotion'],
  slot: 'stage-layer',
});
