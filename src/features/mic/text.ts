import type { Translate } from '../../ui/features/panel.ts';
import { counted } from '../../ui/text/counted.ts';

export const words = (t: Translate) => ({
  title: t('连麦', 'Linked mics'),
  you: t('你', 'You'),
  waiting: (count: number) => t(`${count} 人排队`, `${count} waiting`),
  statuses: { connecting: t('连接中', 'connecting'), muted: t('已静音', 'muted'), 'muted-by-star': t('被主播静音', 'muted by the star') },
  volume: (name: string) => t(`${name} 的音量`, `Volume of ${name}`),
  wishes: {
    waits: (position: number) =>
      t(
        position > 0 ? `已申请，排在第 ${position} 位` : '已申请，等待主播接受',
        position > 0 ? `You asked to join: number ${position} in line` : 'You asked to join. Waiting for the star',
      ),
    accepted: (_position: number) => t('主播接受了你的申请，正在连接', 'The star accepted you, connecting'),
    refused: (_position: number) => t('主播暂时没有接受你的申请', 'The star did not accept you this time'),
    invited: (_position: number) => t('主播邀请你连麦', 'The star invites you to join'),
  },
  isGuest: t('你正在和主播连麦', 'You are linked with the star'),
  nobody: t('主播开放了连麦，来当第一个嘉宾吧', 'The star welcomes guests: be the first one'),
  nobodyStar: t('连麦已开放，还没有嘉宾', 'The link is open, no guest yet'),
  verbs: {
    request: t('申请连麦', 'Ask to join'),
    cancel: t('取消', 'Cancel'),
    leave: t('结束连麦', 'Leave'),
    accept: t('接受邀请', 'Join'),
  },
  closed: t(
    '连麦没有开放。开放后观众可以申请，最多三位嘉宾。',
    'The link is closed. Once it is open, viewers can ask to join: up to three guests.',
  ),
  opened: (guests: number, waiting: number) =>
    t(`连麦已开放：${guests} 位嘉宾，${waiting} 人排队`, `The link is open: ${counted(guests, 'guest')}, ${waiting} waiting`),
  requests: t('等待连麦的观众', 'Viewers who ask to join'),
  choices: { admit: t('接受', 'Accept'), refuse: t('拒绝', 'Refuse') },
  choose: {
    admit: (name: string) => t(`接受 ${name} 连麦`, `Accept ${name}`),
    refuse: (name: string) => t(`拒绝 ${name} 连麦`, `Refuse ${name}`),
  },
  open: t('开放连麦', 'Open the link'),
  close: t('关闭连麦', 'Close the link'),
  failed: t('操作失败，请重试', 'That did not work, please try again'),
});

export type MicWords = ReturnType<typeof words>;
