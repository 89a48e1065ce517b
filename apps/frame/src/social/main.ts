import { leaveForProvider } from './leaveForProvider.js';
import { passLogin } from './passLogin.js';
import { sendSocialResult } from './sendSocialResult.js';

const PAGES = { done: sendSocialResult, oauth: leaveForProvider, pass: passLogin } as const;

const name = location.pathname.split('/').pop() as keyof typeof PAGES;
void PAGES[name]?.(window);
