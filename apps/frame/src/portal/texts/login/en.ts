/** The texts of the login page in English, and those that every page needs. Slots are in braces. */
export const en = {
  title: 'Your wallet',
  loading: 'Loading your wallet',
  continue: 'Continue',
  tryAgain: 'Try again',
  'unreachable.title': 'Can’t reach your wallet',
  'unreachable.text':
    'The wallet service didn’t answer. Your money is safe: it is on the networks, not on this page.',
  'error.passkey':
    'This passkey can’t lock a wallet: it gives no key, or another one each time. Nothing has changed. Try another device.',
  'error.passkeyOther': 'This is not a passkey of your wallet, or it was used too late. Try again.',
  'error.other': 'Something went wrong. Try again.',
  'error.mail': 'The email could not be sent. The email service is busy. Try again in a minute.',
  'error.unreachable': 'The wallet service didn’t answer. Try again.',
  'error.cooldown': 'An email was sent a moment ago. Try again in {seconds} s.',
  'error.tooMany': 'Too many attempts. Try again later.',
  'error.codeWrong': 'That code is wrong. Check the newest email.',
  'error.codeExpired': 'That code has expired. Ask for a new one.',
  'error.locked': 'Too many wrong codes. Try again in 24 hours.',
  'error.denied': 'This login was stopped with “Not me”.',
  'error.elsewhere':
    'This browser could not show that you logged in here. Log in by email, or use another browser.',
  'error.knownDevice':
    'This login opens the wallet only in browsers that already have it. Log in in another way.',
  'error.loginExpired': 'This login has expired. Start it again.',
  'error.loginRefused': 'The login was refused at the provider.',
  'error.provider': 'This login provider doesn’t work at the moment.',
  'error.loginTaken':
    'That account has its own wallet, so it can’t be linked. Log in with it and send what it holds to this one.',
  'error.lastLogin': 'Keep your email address and one login that is older than 72 hours.',
  'error.frozen': 'Your wallet is frozen. Unfreeze it first.',
  'error.delayed':
    'Your wallet can be opened here in {time}. A new or changed login waits 24 hours, and you may have chosen a waiting time for new devices.',
  'error.reauth': 'You logged in too long ago for this. Log out, log in again, then try again.',
  'error.email': 'Enter an email address.',
  'error.rejected': 'This was not changed.',
  'revoked.title': 'This device was revoked on {time}',
  'revoked.text':
    'Another device with your wallet did that. If it wasn’t you or for you, freeze the wallet now.',
  'revoked.deletion': 'The wallet will be deleted on {time}.',
  'revoked.keep': 'Keep my wallet',
  'revoked.freeze': 'Freeze my wallet',
  'revoked.kept': 'The deletion was cancelled.',
  'revoked.frozen': 'The wallet is frozen until {time}.',
  'login.title': 'Log in to your wallet',
  'login.text': 'Log in the way you do on the sites where you use it. It opens the same wallet.',
  'login.email': 'Email address',
  'login.withEmail': 'Continue with email',
  'login.with': 'Continue with {provider}',
  'login.inApp':
    '{provider} doesn’t log anyone in inside another app. Open this page in your browser for that.',
  'login.social': 'Continue with a social account',
  'login.otherWay': 'Use another way',
  'login.opening': 'Opening your wallet',
  'login.codeTitle': 'Check your email',
  'login.codeText': 'Enter the code we sent to {email}',
  'login.linkTitle': 'Approve this browser',
  'login.linkText':
    'Your wallet hasn’t been opened in this browser before. Open the link we sent to {email}, on any device.',
  'login.farcasterTitle': 'Continue with Farcaster',
  'login.farcasterText': 'Scan this code with your phone’s camera, and approve in your Farcaster app.',
  'login.farcasterPhone': 'Approve in your Farcaster app, then come back.',
  'login.farcasterQr': 'QR code for your Farcaster app',
  'login.farcasterOpen': 'Open Farcaster',
  'code.label': 'Six-digit code',
  'code.again': 'Send again',
  'code.wait': 'Send again in {time}',
  'login.passwordTitle': 'Enter your wallet password',
  'login.passwordText':
    'This browser is new. Besides your login, this wallet needs its password. Nobody can reset it.',
  'login.password': 'Wallet password',
  'error.passwordLocked': 'Too many wrong passwords. You can log in again in {time}.',
  'error.password': 'That password is wrong. You have 5 tries an hour.',
} as const;

/** A key of the catalogue. */
export type LoginTextKey = keyof typeof en;

/** The catalogue in another language. */
export type LoginTexts = Readonly<Record<LoginTextKey, string>>;
