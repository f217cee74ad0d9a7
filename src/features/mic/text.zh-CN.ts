export const words = {
  title: '连麦',
  you: '你',
  waiting: (count: number): string => `${count} 人排队`,
  statuses: { connecting: '连接中', muted: '已静音', 'muted-by-star': '被主播静音' },
  volume: (name: string): string => `${name} 的音量`,
  wishes: {
    waits: (position: number): string => (position > 0 ? `已申请，排在第 ${position} 位` : '已申请，等待主播接受'),
    accepted: (_position: number): string => '主播接受了你的申请，正在连接',
    refused: (_position: number): string => '主播暂时没有接受你的申请',
    invited: (_position: number): string => '主播邀请你连麦',
  },
  isGuest: '你正在和主播连麦',
  nobody: '主播开放了连麦，来当第一个嘉宾吧',
  nobodyStar: '连麦已开放，还没有嘉宾',
  verbs: { request: '申请连麦', cancel: '取消', leave: '结束连麦', accept: '接受邀请' },
  closed: '连麦没有开放。开放后观众可以申请，最多三位嘉宾。',
  opened: (guests: number, waiting: number): string => `连麦已开放：${guests} 位嘉宾，${waiting} 人排队`,
  asking: '等待连麦的观众',
  choices: { admit: '接受', refuse: '拒绝' },
  choose: {
    admit: (name: string): string => `接受 ${name} 连麦`,
    refuse: (name: string): string => `拒绝 ${name} 连麦`,
  },
  open: '开放连麦',
  close: '关闭连麦',
  failed: '操作失败，请重试',
};

export type MicWords = typeof words;
