/**
 * The email field, which Connect contains, and the reasons why no email was sent. Loaded only if the host offers
 * email login.
 */
export const emailEntry = {
  'email.address': 'Email address',
  'email.continue': 'Continue with email',
  'email.intro': 'Log in with your email',
  'email.introText': 'We send you a code. No password, and a wallet comes with it.',
  'email.sending': 'Sending the email',
  'email.invalid': 'That doesn’t look like an email address. Check for a missing dot.',
  'email.cooldown': {
    one: 'Please try again after {count} second',
    other: 'Please try again after {count} seconds',
  },
  'email.unavailable': 'Email login can’t be reached right now. Try again in a moment.',
  'email.notWorking': 'Email login isn’t working on this site right now. Try again later.',
  'email.unverified': 'Email login isn’t available on this site right now.',
  'email.held': 'Your wallet isn’t taking requests from this site for a moment. Try again in 30 seconds.',
  'email.frozen': 'This wallet is frozen, so new devices can’t open it. The freeze ends after 72 hours.',
  'email.busy': 'The email could not be sent. The email service is busy. Try again in a minute.',
  'email.tooMany':
    'Too many tries. Try again later, or at the latest tomorrow. If your browser forgets you after every visit, allow third-party cookies for this page.',
} as const;
