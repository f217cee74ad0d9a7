import type { ErrorCode } from '../../core/errors.ts';
import { type Language, useLanguage } from '../text/text.ts';

/** Texts of the dialogs; loaded with them. */
const ZH = {
  loginTitle: '登录 Footlight',
  loginHint: '登录后可以聊天、关注主播',
  loginUserId: '账号 ID',
  loginToken: '登录口令',
  loginNickname: '昵称（可选）',
  loginSubmit: '登录',
  loginBadUserId: '账号 ID 只能是数字',
  loginBadToken: '请输入登录口令',
  backToLiveTitle: '回到直播间',
  backToLiveAction: '回到直播',
  alertTitles: { 'client-download': '下载客户端', follow: '关注失败' },
  ok: '知道了',
  codeLabel: (code: number | string) => `代码 ${code}`,
  /** Explanations of failures for the viewer; addresses and the browser's error text are only logged. */
  failures: {
    CLIENT_VERSION_REFUSED: '暂时没有可下载的客户端',
    HTTP_TIMEOUT: '请求超时，请稍后再试',
    HTTP_NETWORK: '网络连接失败，请检查网络后重试',
    HTTP_STATUS: '服务暂时不可用，请稍后再试',
  } as Readonly<Partial<Record<ErrorCode, string>>>,
  otherFailure: '暂时无法完成，请稍后再试',
};
type DialogWords = typeof ZH;

const EN: DialogWords = {
  loginTitle: 'Log in to Footlight',
  loginHint: 'Log in to chat and follow the star',
  loginUserId: 'Account ID',
  loginToken: 'Token',
  loginNickname: 'Nickname (optional)',
  loginSubmit: 'Log in',
  loginBadUserId: 'The account ID is a number',
  loginBadToken: 'Please enter the token',
  backToLiveTitle: 'Back to the room',
  backToLiveAction: 'Back to live',
  alertTitles: { 'client-download': 'Get the app', follow: 'Following failed' },
  ok: 'OK',
  codeLabel: (code) => `Code ${code}`,
  failures: {
    CLIENT_VERSION_REFUSED: 'There is no app to download right now',
    HTTP_TIMEOUT: 'The request took too long. Please try again later',
    HTTP_NETWORK: 'The network cannot be reached. Check your connection and try again',
    HTTP_STATUS: 'The service is not available right now. Please try again later',
  },
  otherFailure: 'This did not work. Please try again later',
};

const DIALOG_WORDS: Readonly<Record<Language, DialogWords>> = { 'zh-CN': ZH, en: EN };
export const useDialogWords = (): DialogWords => DIALOG_WORDS[useLanguage()];
