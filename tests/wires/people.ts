/** Users and rooms of the tests in this folder. A token is long enough to be found in a request. */
export const HERE = 1001;
export const STAR_ID = 77;
/** The room in live info: no member of its star is empty, so that a lost one is seen. */
export const STAR_ROOM = { starId: STAR_ID, starName: '林听夏', avatar: 'https://cdn.test/star.png', nextLive: 1_700_000_600 };
export interface Login {
  readonly userId: number;
  readonly token: string;
  readonly appId: string;
}
export const VIEWER: Login = { userId: 700_007, token: 'token-of-the-viewer', appId: '1010' };
export const STAR: Login = { userId: STAR_ID, token: 'token-of-the-star', appId: '1010' };
