/** All scripted sessions of the mock, one line each. */
import { battle } from '../../src/features/battle/mock.ts';
import { multiPk } from '../../src/features/battle/mock-teams.ts';
import { chatMode } from '../../src/features/chat-mode/mock.ts';
import { chatTools } from '../../src/features/chat-tools/mock.ts';
import { danceOrders } from '../../src/features/dance-orders/mock.ts';
import { headline } from '../../src/features/headline/mock.ts';
import { ceremony } from '../../src/features/ceremony/mock.ts';
import { confession } from '../../src/features/confession/mock.ts';
import { emotion } from '../../src/features/emotion/mock.ts';
import { openApp } from '../../src/features/open-app/mock.ts';
import { pet } from '../../src/features/pet/mock.ts';
import { realSing } from '../../src/features/real-sing/mock.ts';
import { starGame } from '../../src/features/star-game/mock.ts';
import { towerDefense } from '../../src/features/tower-defense/mock.ts';
import { shooting } from '../../src/features/shooting/mock.ts';
import { tank } from '../../src/features/tank/mock.ts';
import { redPackets } from '../../src/features/red-packets/mock.ts';
import { ranks } from '../../src/features/ranks/mock.ts';
import { guard } from '../../src/features/guard/mock.ts';
import { mic } from '../../src/features/mic/mock.ts';
import { liveFlash } from '../../src/features/live-flash/mock.ts';
import { notices } from '../../src/features/notices/mock.ts';
import { rewardChallenge } from '../../src/features/reward-challenge/mock.ts';
import { rewardSquare } from '../../src/features/reward-square/mock.ts';
import { numberLucky } from '../../src/features/number-lucky/mock.ts';
import { clanPk } from '../../src/features/clan-pk/mock.ts';
import { musicGuess } from '../../src/features/music-guess/mock.ts';
import { musicPk } from '../../src/features/music-pk/mock.ts';
import { songOrders } from '../../src/features/song-orders/mock.ts';
import { follow } from '../backend/follow.ts';
import { profiles } from '../backend/profiles.ts';
import { runCourse, type AnyCourse } from './course-host.ts';

export const COURSES: readonly AnyCourse[] = [
  runCourse(songOrders),
  runCourse(battle),
  runCourse(multiPk),
  runCourse(headline),
  runCourse(notices),
  // Listed before the feature's other session, because it answers only its own verbs.
  runCourse(profiles),
  runCourse(chatTools),
  runCourse(chatMode),
  runCourse(follow),
  runCourse(liveFlash),
  runCourse(mic),
  runCourse(guard),
  runCourse(ranks),
  runCourse(redPackets),
  runCourse(tank),
  runCourse(shooting),
  runCourse(towerDefense),
  runCourse(starGame),
  runCourse(realSing),
  runCourse(pet),
  runCourse(openApp),
  runCourse(emotion),
  runCourse(confession),
  runCourse(ceremony),
  runCourse(rewardChallenge),
  runCourse(danceOrders),
  runCourse(rewardSquare),
  runCourse(numberLucky),
  runCourse(clanPk),
  runCourse(musicGuess),
  runCourse(musicPk),
];
