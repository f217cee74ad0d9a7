import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  loading: t('加载中...', 'Loading…'),
  hint: t('登录后可以聊天、送礼、关注主播', 'Log in to chat, send gifts and follow the star'),
  wayNames: t('登录方式', 'Ways to log in'),
  ways: { code: t('验证码登录', 'Code'), password: t('密码登录', 'Password'), qr: t('扫码登录', 'QR code') } as Readonly<
    Record<string, string>
  >,
  phone: t('手机号', 'Phone number'),
  phoneHint: t('请输入手机号', 'Your phone number'),
  code: t('验证码', 'Code'),
  codeHint: t('请输入验证码', 'The code you received'),
  sendCode: t('获取验证码', 'Send code'),
  sendAgain: t('重新获取', 'Send again'),
  sendingCode: t('发送中', 'Sending'),
  resendIn: (seconds: number) => t(`${seconds} 秒后重发`, `Again in ${seconds} s`),
  codeSent: (phone: string) => t(`验证码已发送至 ${phone}`, `A code was sent to ${phone}`),
  account: t('手机号或账号', 'Phone number or account'),
  accountHint: t('请输入手机号或账号', 'Your phone number or account'),
  password: t('密码', 'Password'),
  passwordHint: t('请输入密码', 'Your password'),
  show: t('显示密码', 'Show the password'),
  hide: t('隐藏密码', 'Hide the password'),
  forgotten: t('忘记密码？', 'Forgot it?'),
  forgottenHint: t('用验证码登录后，可以在账号设置里重设密码', 'Log in with a code, then set a new password in your account settings'),
  submit: t('登录', 'Log in'),
  submitting: t('登录中', 'Logging in'),
  qrLabel: t('登录二维码', 'QR code to log in'),
  qrScan: t('打开手机上的 Footlight 扫一扫', 'Scan it with Footlight on your phone'),
  qrScanned: t('扫描成功，请在手机上确认登录', 'Scanned. Please confirm on your phone'),
  qrExpired: t('二维码已失效', 'This code has expired'),
  qrFailed: t('二维码加载失败', 'The code could not be loaded'),
  qrAgain: t('刷新二维码', 'New code'),
  qrOpen: t('在本机打开确认页', 'Open the confirmation on this device'),
  ready: t('一键体验', 'Try it as'),
  terms: [t('登录即表示同意', 'By logging in you accept the '), t('《用户协议与隐私政策》', 'terms and privacy policy')] as readonly [
    string,
    string,
  ],
  troubles: {
    'bad-phone': t('请输入正确的手机号', 'Please enter a phone number'),
    'no-account': t('请输入手机号或账号', 'Please enter your phone number or account'),
    'no-code': t('请输入验证码', 'Please enter the code'),
    'no-password': t('请输入密码', 'Please enter your password'),
    'service-text': t('登录失败', 'Login failed'),
    failed: t('登录失败，请检查网络后重试', 'Login failed. Check your connection and try again'),
  },
});

export type LoginWords = ReturnType<typeof words>;
