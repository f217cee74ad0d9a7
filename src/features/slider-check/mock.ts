import { defineMock, scenario } from '../../../mocks/scenario.ts';

export const mock = defineMock({
  scenarios: { 'dangerous-user': scenario('The address service requires a slider check', '地址服务要求滑块验证', { http: ['dangerous'] }) },
});
