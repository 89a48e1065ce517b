import { embeddedWalletFlow } from '../../../core/embeddedWallet/getEmbeddedWallet.js';
import type {
  EmbeddedWalletFlow,
  EmbeddedWalletState,
  Latchkit,
  LatchkitOptions,
} from '../../../core/index.js';
import { connect } from '../../../core/index.js';
import { startedKit } from '../../../core/testSupport/startedKit.test-support.js';
import { frameError } from '../../../protocol/frame/frameErrors.js';

/** An embedded wallet whose responses the test controls, with a log of the requests. */
export interface ScriptedFlow extends EmbeddedWalletFlow {
  readonly calls: string[];
  /** Sets the response to the next request of a kind; without one, the request stays pending. */
  answer(call: string, result: unknown): void;
  /** Settles the pending requests of a kind. */
  settle(call: string, result: unknown): void;
}

export const EMAIL = 'mira@example.com';

/** A started instance with the test's embedded wallet. */
export function kitWithFlow(options: Partial<LatchkitOptions> = {}) {
  let flow: ScriptedFlow | undefined;
  const config = {
    isAwaited: () => false,
    resume: () => {},
    access: () => undefined,
    follow: async (kit: Latchkit) => {
      flow ??= scriptedFlow(kit);
      embeddedWalletFlow.set(kit, flow);
      return flow;
    },
  };
  const started = startedKit({ embeddedWallet: config, ...options });
  const { kit } = started;
  flow = scriptedFlow(kit);
  embeddedWalletFlow.set(kit, flow);
  return { ...started, flow };
}

/** Changes the embedded wallet's state. */
export function tell(kit: Latchkit, change: Partial<EmbeddedWalletState>): void {
  kit.kernel.set(({ embeddedWallet }) => ({ embeddedWallet: { ...embeddedWallet, ...change } }));
}

function scriptedFlow(kit: Latchkit): ScriptedFlow {
  const calls: string[] = [];
  const answers = new Map<string, unknown>();
  const waiting = new Map<string, ((result: unknown) => void)[]>();
  const login = () => kit.store.getState().embeddedWallet.login;
  const update = () => kit.store.getState().embeddedWallet.update;
  const ask = async (call: string, detail = ''): Promise<unknown> => {
    calls.push(`${call} ${detail}`.trim());
    const given = answers.has(call)
      ? answers.get(call)
      : await new Promise(resolve => waiting.set(call, [...(waiting.get(call) ?? []), resolve]));
    answers.delete(call);
    if (given instanceof Error) throw given;
    return given;
  };
  const flow: ScriptedFlow = {
    calls,
    answer: (call, result) => answers.set(call, result),
    settle: (call, result) => {
      const resolvers = waiting.get(call) ?? [];
      waiting.delete(call);
      for (const resolve of resolvers) resolve(result);
    },
    wallet: () => {
      throw new Error('No wallet in this test.');
    },
    preload: async () => {
      calls.push('preload');
    },
    async connectBrowserWallet() {
      await ask('browserWallet');
    },
    async manageWallet() {
      await ask('manage');
    },
    async startSocialLogin(provider) {
      await ask('social', provider);
    },
    async leaveForSocialLogin(provider) {
      await ask('leave', provider);
    },
    async startFarcasterLogin() {
      await ask('farcaster');
    },
    async resendSocialLink() {
      await ask('resendLink');
    },
    cancelSocialLogin: reason => {
      calls.push(`cancelSocial ${reason ?? ''}`.trim());
      tell(kit, { social: undefined });
    },
    async startEmailLogin(email) {
      tell(kit, { login: { email, step: 'sending', resendAt: 0 } });
      try {
        const step = (await ask('start', email)) as 'device' | 'code' | 'connected';
        const resendAt = Date.now() + 30_000;
        if (step === 'device') tell(kit, { login: { email, step: 'device', resendAt } });
        if (step === 'code') tell(kit, { login: { email, step: 'code', resendAt } });
        if (step === 'connected') await connected();
        return step;
      } catch (error) {
        tell(kit, { login: undefined });
        throw error;
      }
    },
    async awaitDevice() {
      try {
        const step = (await ask('device')) as 'code' | 'connected';
        const current = login();
        if (current && step === 'code') tell(kit, { login: { ...current, step: 'code' } });
        if (step === 'connected') await connected();
        return step;
      } catch (error) {
        fail(error);
        throw error;
      }
    },
    async submitEmailCode(code) {
      const current = login();
      if (!current) throw frameError('ABORTED');
      tell(kit, { login: { ...current, step: 'checking', error: undefined } });
      try {
        await ask('code', code);
        await connected();
      } catch (error) {
        const now = login();
        if (now) tell(kit, { login: { ...now, step: 'code', error: error as never } });
        throw error;
      }
    },
    async resendEmailCode() {
      const step = (await ask('resend')) as 'code';
      const current = login();
      if (current) tell(kit, { login: { ...current, error: undefined, resendAt: Date.now() + 30_000 } });
      return step;
    },
    cancelEmailLogin() {
      calls.push('cancel');
      tell(kit, { login: undefined });
    },
    async startEmailUpdate(email) {
      tell(kit, { update: { email, step: 'sending' } });
      try {
        const step = (await ask('update', email)) as 'currentCode' | 'newCode';
        tell(kit, { update: { email, step } });
        return step;
      } catch (error) {
        tell(kit, { update: { email, step: 'sending', error: error as never } });
        throw error;
      }
    },
    async confirmCurrentEmail(code) {
      await check('primary', code, 'currentCode');
      const current = update();
      if (current) tell(kit, { update: { email: current.email, step: 'newCode' } });
    },
    async confirmNewEmail(code) {
      await check('secondary', code, 'newCode');
      const email = update()?.email ?? '';
      tell(kit, { update: undefined });
      return email;
    },
    setPreferredAccount: async type =>
      (await ask('setPreferredAccount', type)) as { readonly address: string },
    cancelEmailUpdate() {
      calls.push('cancelUpdate');
      tell(kit, { update: undefined });
    },
  };
  async function check(call: string, code: string, step: 'currentCode' | 'newCode') {
    const current = update();
    if (!current) throw frameError('ABORTED');
    tell(kit, { update: { email: current.email, step: 'checking' } });
    try {
      await ask(call, code);
    } catch (error) {
      tell(kit, { update: { email: current.email, step, error: error as never } });
      throw error;
    }
  }
  function fail(error: unknown) {
    const current = login();
    if (current) tell(kit, { login: { ...current, error: error as never } });
  }
  async function connected() {
    await connect(kit, { connectorId: 'io.one' });
    tell(kit, { login: undefined });
  }
  return flow;
}
