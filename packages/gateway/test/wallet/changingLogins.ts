import {
  agreeToLoginCall,
  agreeToLoginRemovalCall,
  commitLoginCall,
  commitLoginRemovalCall,
  commitVaultEmailUpdateCall,
  consentToLoginCall,
  consentToLoginRemovalCall,
  LOGIN_CONSENT_TYPE,
  LOGIN_REMOVAL_CONSENT_TYPE,
  type LoginProvider,
  listLoginsCall,
  prepareLoginCall,
  removeVaultLoginCall,
  type StartedLoginLink,
  socialEvidence,
  startLoginLinkCall,
  startLoginRemovalCall,
  useFreezeCall,
  verifyOldAddressCall,
} from 'latchkit/protocol';
import { passTime } from '../passTime.js';
import type { Choice } from './socialProviders.js';
import type { SocialSuite } from './socialSuite.js';
import { cookieHeader, type Redeemed } from './socialVisitor.js';
import type { SignedIn, WalletFrame } from './walletFrame.js';

/** Steps that add a login to the wallet of a user of email, in order. */
export const LINK_STEPS = ['start', 'consent', 'agree', 'verify', 'prepare', 'commit', 'follow'] as const;

/** A step. */
export type LinkStep = (typeof LINK_STEPS)[number];

/** A session of an installation. */
export interface InSession {
  readonly frame: WalletFrame;
  readonly access: string;
}

/** The steps of a started addition. */
export function linkSteps(
  { frame, access }: InSession,
  started: StartedLoginLink,
  { evidence, authReceipt }: Pick<Redeemed['given'], 'evidence' | 'authReceipt'>,
) {
  const { txn, current, added, currentEmail } = started;
  const { provider, subject } = evidence;
  const { encJwk } = frame;
  const consentTo = (more: object = {}) =>
    frame.sign(LOGIN_CONSENT_TYPE, { txn, current, added, hostOrigin: frame.page.origin, ...more });
  /** Commits at the wallet service only. @param later - The access token of a later session. Default: that of the session that began. */
  const commitFirst = async (preparedGrant: string, later = access) =>
    (await frame.ask('frame', commitLoginCall, { body: { txn, preparedGrant }, access: later }))
      .commitReceipt;
  const follow = (commitReceipt: string) =>
    frame.ask('vault', commitVaultEmailUpdateCall, { body: { commitReceipt } });
  return {
    started,
    txn,
    evidence,
    consentTo,
    consent: async (consent?: string) =>
      frame.ask('frame', consentToLoginCall, {
        body: { txn, consent: consent ?? (await consentTo()) },
        access,
      }),
    agree: async (updateReceipt: string, more: object = {}) =>
      frame.ask('vault', agreeToLoginCall, {
        body: {
          updateReceipt,
          consent: await consentTo(),
          added: { provider, subject },
          currentEmail,
          ...more,
        },
      }),
    verify: (otp: string) => frame.ask('vault', verifyOldAddressCall, { body: { txn, otp } }),
    prepare: (secondaryReceipt: string, more: object = {}) =>
      frame.ask('vault', prepareLoginCall, {
        body: { secondaryReceipt, evidence, authReceipt, encJwk, ...more },
      }),
    commitFirst,
    follow,
    commit: async (preparedGrant: string) => follow(await commitFirst(preparedGrant)),
  };
}

/** Users who log in, and add and remove logins, at both services. */
export function changingLogins({ suite, visitor }: Pick<SocialSuite, 'suite' | 'visitor'>) {
  let persons = 80_000_000;
  const newPerson = () => {
    persons += 1;
    return { person: String(persons) };
  };
  const users = {
    newPerson,

    /** A user with a wallet, who has just logged in by email. */
    async emailHolder() {
      const email = suite.address();
      const frame = await suite.frame();
      const signedIn = await frame.signIn(email);
      const account = await frame.create(signedIn);
      const { access } = signedIn.session;
      const { seed } = await frame.open(access);
      return { frame, email, access, wallet: { account, seed } };
    },

    /** Logs a holder in with Google again on the same installation, which has the wallet by now. */
    async againWithGoogle({
      frame,
      choice,
    }: {
      readonly frame: WalletFrame;
      readonly choice: Choice;
    }): Promise<SignedIn> {
      return visitor.giveEvidence(await visitor.signIn('google', choice, frame));
    },

    /** A user with a wallet, who has just logged in with Google. */
    async googleHolder(choice = newPerson()) {
      const redeemed = await visitor.signIn('google', choice);
      const { frame } = redeemed;
      const signedIn = await visitor.giveEvidence(redeemed);
      const account = await frame.create(signedIn);
      const { access } = signedIn.session;
      const { seed } = await frame.open(access);
      const { approvalGrant, authReceipt } = signedIn;
      const proof = { approvalGrant, authReceipt };
      return { frame, access, choice, signedIn, wallet: { account, seed }, proof };
    },

    /** Logs in at a provider, and starts to add that login to the user's wallet. */
    async startLink(
      { frame, access }: InSession,
      provider: LoginProvider,
      choice: { readonly person: string },
      passkeyGrant?: string,
    ) {
      passTime(31_000);
      const begun = await visitor.begin(provider, frame);
      const resultCode = await visitor.complete(begun, choice);
      const { secret } = begun;
      const started = await frame.ask('frame', startLoginLinkCall, {
        body: { signIn: begun.txn, resultCode, secret, passkeyGrant },
        access,
        headers: cookieHeader(begun.pass),
      });
      const { authReceipt } = started;
      const evidence = socialEvidence.parse(await frame.unsealJson(started.evidence));
      return linkSteps({ frame, access }, started, { evidence, authReceipt });
    },

    /** Adds a login to a wallet, with every step: with the code to `email`, else with the proof of a social login. */
    async link(
      holder: InSession & { readonly email?: string; readonly proof?: object },
      provider: LoginProvider,
      choice: { readonly person: string },
    ): Promise<void> {
      const link = await users.startLink(holder, provider, choice);
      const { updateReceipt, secondaryReceipt } = await link.consent();
      await link.agree(updateReceipt, holder.proof);
      if (holder.email !== undefined) await link.verify(holder.frame.code(holder.email));
      await link.commit((await link.prepare(secondaryReceipt)).preparedGrant);
      passTime(31_000);
    },

    /** Adds a login to the wallet of a user of email. The browser is closed after the step `last`. */
    async linkUpTo(
      holder: InSession & { readonly email: string },
      provider: LoginProvider,
      choice: { readonly person: string },
      last: LinkStep,
    ): Promise<void> {
      const link = await users.startLink(holder, provider, choice);
      let receipts = { updateReceipt: '', secondaryReceipt: '' };
      let word = '';
      const steps: Record<LinkStep, () => Promise<unknown>> = {
        start: async () => undefined,
        consent: async () => {
          receipts = await link.consent();
        },
        agree: () => link.agree(receipts.updateReceipt),
        verify: () => link.verify(holder.frame.code(holder.email)),
        prepare: async () => {
          word = (await link.prepare(receipts.secondaryReceipt)).preparedGrant;
        },
        commit: async () => {
          word = await link.commitFirst(word);
        },
        follow: () => link.follow(word),
      };
      for (const name of LINK_STEPS.slice(0, LINK_STEPS.indexOf(last) + 1)) await steps[name]();
      passTime(31_000);
    },

    /** Logs in by email again, with a new session. */
    async again<Holder extends { readonly frame: WalletFrame; readonly email: string }>(holder: Holder) {
      passTime(31_000);
      const { session } = await holder.frame.signIn(holder.email);
      return { ...holder, access: session.access };
    },

    /** Adds a login to the wallet of a user of email, with every step. */
    async linked(provider: LoginProvider) {
      const holder = await users.emailHolder();
      const choice = newPerson();
      await users.link(holder, provider, choice);
      return { ...holder, choice };
    },

    /** Opens the wallet with a provider on a new device. */
    async onNewDevice(provider: LoginProvider, choice: { readonly person: string }) {
      const redeemed = await visitor.signIn(provider, choice);
      return redeemed.frame.recover(await visitor.giveEvidence(redeemed));
    },

    /** Lists the logins of a wallet. */
    async logins({ frame, access }: InSession) {
      return (await frame.ask('frame', listLoginsCall, { access })).logins;
    },

    /** Starts to remove the login with a provider from the user's wallet. */
    async startRemoval({ frame, access }: InSession, provider: string) {
      passTime(31_000);
      const login = (await users.logins({ frame, access })).find(found => found.provider === provider);
      const started = await frame.ask('frame', startLoginRemovalCall, { body: { login: login?.id }, access });
      const { txn, removed, remaining, subject, currentEmail } = started;
      const consentTo = (more: object = {}) =>
        frame.sign(LOGIN_REMOVAL_CONSENT_TYPE, {
          ...{ txn, removed, remaining, hostOrigin: frame.page.origin },
          ...more,
        });
      return {
        ...{ started, txn, consentTo },
        consent: async (consent?: string) => {
          const body = { txn, consent: consent ?? (await consentTo()) };
          return (await frame.ask('frame', consentToLoginRemovalCall, { body, access })).removalReceipt;
        },
        agree: async (removalReceipt: string, more: object = {}) =>
          frame.ask('vault', agreeToLoginRemovalCall, {
            body: {
              ...{ removalReceipt, consent: await consentTo(), removed: { provider, subject }, currentEmail },
              ...more,
            },
          }),
        verify: (otp: string) => frame.ask('vault', verifyOldAddressCall, { body: { txn, otp } }),
        remove: async (removalReceipt: string) =>
          (await frame.ask('vault', removeVaultLoginCall, { body: { removalReceipt } })).removedGrant,
        /** @param later - The access token of a later session. Default: that of the session that began. */
        commit: (removedGrant: string, later = access) =>
          frame.ask('frame', commitLoginRemovalCall, { body: { txn, removedGrant }, access: later }),
      };
    },

    /** Removes a login, with every step: with the code to `email`, else with the proof of a social login. */
    async remove(
      holder: InSession & { readonly email?: string; readonly proof?: object },
      provider: string,
    ): Promise<void> {
      const removal = await users.startRemoval(holder, provider);
      const receipt = await removal.consent();
      await removal.agree(receipt, holder.proof);
      if (holder.email !== undefined) await removal.verify(holder.frame.code(holder.email));
      await removal.commit(await removal.remove(receipt));
    },

    /** Uses the link in an email to an address. Default: the newest one. */
    async useLink(email: string, at = -1) {
      const { text = '' } = suite.inbox.mails(email).at(at) ?? {};
      const [, page = '', token = ''] =
        /https:\/\/vault\.example(\/[\w-]+)\?lang=en#t=([\w-]+)/.exec(text) ?? [];
      const response = await suite.servers.fetch(
        new Request(suite.servers.vaultUrl + useFreezeCall.path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token }),
        }),
      );
      return { page, answer: useFreezeCall.response.parse(await response.json()) };
    },

    /** The subjects of the emails to an address, oldest first. */
    subjects: (email: string) => suite.inbox.mails(email).map(({ subject }) => subject),
  };
  return users;
}
