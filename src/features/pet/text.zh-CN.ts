export const words = {
  title: '宠物错过了订单',
  anOrder: '一个订单',
  missed: (order: string): string => `刚才没接到：${order}`,
  brings: (coin: number): string => `补接可得 ${coin} 星币`,
  seconds: (left: number): string => `${left} 秒内可补接`,
  take: '补接',
  leave: '不接了',
  taken: '已补接',
  got: (coin: number): string => `获得 ${coin} 星币`,
  more: (count: number): string => `还有 ${count} 个`,
  failed: '补接失败，请重试',
};

export type PetWords = typeof words;
