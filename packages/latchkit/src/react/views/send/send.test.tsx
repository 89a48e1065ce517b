// @vitest-environment jsdom

import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createLatchkit,
  type LatchkitOptions,
  type LatchkitState,
  memoryStorage,
  type PreparedTransfer,
  type SendState,
} from '../../../core/index.js';
import { EMPTY_SEND } from '../../../core/send/sendState.js';
import { mainnet } from '../../../networks/index.js';
import type { TransactionTransfer } from '../../../protocol/gateway/history.js';
import { AccountButton } from '../../buttons/AccountButton.js';
import { LatchkitProvider } from '../../LatchkitProvider.js';
import { renderInModal, visibleText } from '../../mount/renderInModal.test-support.js';
import { AccountView } from '../account/AccountView.js';
import { ChooseNameRow } from '../account/ChooseNameRow.js';
import { NftList } from '../account/NftList.js';
import { ActivityRow } from '../activity/ActivityRow.js';
import { ActivityView } from '../activity/ActivityView.js';
import { SendFlow } from './SendFlow.js';
import { SendReviewView, SendWaiting } from './SendReviewView.js';
import { SendView } from './SendView.js';
import { canSendAgain, sendAgain } from './sendAgain.js';
import { sendCheck } from './sendCheck.js';
import { TransactionStatusView } from './TransactionStatusView.js';

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const RECEIVER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';
const ether = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  quantity: { decimals: 18, numeric: '1.5' },
} as const;
const filled: SendState = {
  ...EMPTY_SEND,
  token: ether,
  sendTokenAmount: '0.25',
  receiver: RECEIVER,
  receiverAddress: RECEIVER,
  receiverStatus: 'ready',
  tokenBalances: [ether],
};
const prepared: PreparedTransfer = {
  fee: 10n ** 15n,
  available: 15n * 10n ** 17n,
  max: 1_499n * 10n ** 15n,
  nativeAvailable: 15n * 10n ** 17n,
  rent: 0n,
  receiverIsContract: false,
};

function connectedKit(send: SendState = EMPTY_SEND, options: Partial<LatchkitOptions> = {}) {
  const kit = createLatchkit({ networks: [mainnet], storage: memoryStorage(), projectId: 'p', ...options });
  const { eip155 } = kit.store.getState().namespaces;
  if (!eip155) throw new Error('no eip155');
  const account = {
    ...eip155.account,
    address: ADDRESS,
    caipAddress: `eip155:1:${ADDRESS}` as const,
    isConnected: true as const,
    status: 'connected' as const,
  };
  kit.kernel.set({
    namespaces: { eip155: { ...eip155, account, balance: '1.5', balanceSymbol: 'ETH' } },
    send,
  });
  return kit;
}
const view = (send: SendState) =>
  renderInModal(connectedKit(send), <SendView view={{ name: 'Send' }} depth={1} />);
const account = (options: Partial<LatchkitOptions>) =>
  renderInModal(connectedKit(EMPTY_SEND, options), <AccountView view={{ name: 'Account' }} depth={0} />);

describe('SendView', () => {
  it('keeps Review disabled until token, amount and receiver are set [VAL-21]', () => {
    const review = /<button[^>]*data-return="review"[^>]*>/;
    const isDisabled = (send: SendState) => review.exec(view(send))?.[0].includes('disabled');
    expect(isDisabled(filled)).toBe(false);
    expect(isDisabled({ ...filled, sendTokenAmount: undefined })).toBe(true);
    expect(isDisabled({ ...filled, receiverAddress: undefined, receiverStatus: 'none' })).toBe(true);
    expect(isDisabled({ ...filled, receiverStatus: 'checking' })).toBe(true);
    expect(view({ ...filled, token: undefined })).not.toMatch(review);
  });

  it('has the fields Amount and To, and says when there is not enough', () => {
    const markup = view({ ...filled, sendTokenAmount: '2' });
    expect(markup).toMatch(/<label[^>]*>Amount<\/label>/);
    expect(markup).toMatch(/<label[^>]*>To<\/label>/);
    expect(visibleText(markup)).toContain('You have 1.5 ETH');
    expect(visibleText(markup)).toContain('Lower the amount');
  });

  it('shows both ends of an address that is not being edited (UX-12)', () => {
    const markup = view(filled);
    expect(markup).toContain(`value="0x70…dc79C8"`);
    // A typed name, and an address with a typo, stay as they are.
    expect(view({ ...filled, receiver: 'ada.eth' })).toContain('value="ada.eth"');
    expect(view({ ...filled, receiver: RECEIVER.toLowerCase() })).toContain(
      `value="${RECEIVER.toLowerCase()}"`,
    );
  });

  it('shows the address that a name resolves to', () => {
    const named = { ...filled, receiver: 'ada.eth', receiverProfileName: 'ada.eth' };
    expect(visibleText(view(named))).toContain('Resolves to 0x70…dc79C8');
  });

  it('shows the picture of the receiver, here and in the review [ENT-22]', () => {
    const send = { ...filled, receiverProfileName: 'ada.eth', receiverProfileImageUrl: PIXEL };
    expect(view(send)).toContain(`<img src="${PIXEL}"`);
    expect(
      renderInModal(connectedKit(send), <SendReviewView view={{ name: 'SendReview' }} depth={1} />),
    ).toContain(`<img src="${PIXEL}"`);
    expect(view(filled)).not.toContain('<img');
  });

  it('shows US dollars only when a live price is known', () => {
    expect(visibleText(view(filled))).not.toContain('$');
    const priced = { ...filled, token: { ...ether, price: 2_000 } };
    expect(visibleText(view(priced))).toContain('$500.00');
  });
});

describe('SendWaiting', () => {
  const waiting = (status: 'waiting' | 'asking') => {
    const nothing = () => undefined;
    const calls = { start: nothing, stop: nothing, keepWaiting: nothing, closeAnyway: nothing };
    const sending = { status, error: undefined, ...calls };
    return visibleText(
      renderInModal(
        connectedKit(filled),
        <SendWaiting sending={sending} wallet="Demo Wallet">
          <SendFlow send={filled} />
        </SendWaiting>,
      ),
    );
  };

  it('shows the amount and the whole receiver, to compare with the wallet, and a way to cancel (UX-11)', () => {
    const shown = waiting('waiting');
    expect(shown).toContain('0.25 ETH');
    expect(shown.replaceAll(' ', '')).toContain(RECEIVER);
    expect(shown).toContain('Cancel');
    expect(waiting('asking')).toContain('Keep waiting');
    expect(waiting('asking')).not.toContain('Cancel');
  });
});

describe('SendReviewView', () => {
  const review = (send: SendState) =>
    renderInModal(connectedKit(send), <SendReviewView view={{ name: 'SendReview' }} depth={1} />);

  it('shows the whole address once, in groups, even if the receiver is a name', () => {
    for (const send of [filled, { ...filled, receiver: 'ada.eth', receiverProfileName: 'ada.eth' }]) {
      const markup = review(send);
      const groups = [...markup.matchAll(/<span>([0-9a-zA-Z]{4,6})<\/span>/g)].map(([, group]) => group);
      expect(groups).toHaveLength(10);
      expect(groups.join('')).toBe(RECEIVER);
    }
  });

  it('shortens an amount with many digits, and offers the exact one', () => {
    const markup = review({ ...filled, sendTokenAmount: '0.123456789012345678' });
    expect(visibleText(markup)).toContain('≈ 0.12345678 ETH');
    expect(visibleText(markup)).not.toContain('0.123456789012345678');
    expect(markup).toContain('≈ 0.12345678 ETH. Exact amount: 0.123456789012345678 ETH. Show it');
  });
});

describe('a scaled token', () => {
  const share = {
    name: 'Share',
    symbol: 'SHARE',
    chainId: 'eip155:1',
    address: `eip155:1:${RECEIVER}`,
    quantity: { decimals: 6, numeric: '8' },
    shown: { amount: '20', factor: '2.5' },
  } as const;
  const sent = { ...filled, token: share, sendTokenAmount: '10', tokenBalances: [ether, share] };

  it('is reviewed by what is shown and by what moves (RV-26)', () => {
    for (const [factor, moved] of [
      [undefined, '4 SHARE'],
      ['1.25', '8 SHARE'],
    ]) {
      const markup = renderInModal(
        connectedKit({ ...sent, factor }),
        <SendReviewView view={{ name: 'SendReview' }} depth={1} />,
      );
      const text = visibleText(markup);
      expect(text).toContain('Amount as it is shown');
      expect(text).toContain('10 SHARE');
      expect(text).toContain(`Moves on the chain (× ${factor ?? '2.5'})`);
      expect(text).toContain(moved);
    }
  });

  it('is checked and offered in what is shown (RV-26)', () => {
    expect(sendCheck({ ...sent, sendTokenAmount: '20' }, undefined)).toBeUndefined();
    expect(sendCheck({ ...sent, sendTokenAmount: '20.1' }, undefined)).toMatchObject({
      kind: 'tooMuch',
      most: '20',
    });
    expect(visibleText(view({ ...sent, sendTokenAmount: '21' }))).toContain('20.000 available');
  });
});

describe('a pending payment', () => {
  const pending = {
    chainId: 'eip155:1',
    address: ADDRESS,
    hash: '0xabc',
    sentAt: 0,
    to: RECEIVER,
    amount: '0.25',
    symbol: 'ETH',
  } as const;
  const pendingKit = (slow = false) => {
    const kit = connectedKit(EMPTY_SEND, { gateway: 'https://gateway.example' });
    kit.kernel.set({ pendingTransactions: [{ ...pending, slow }] });
    return kit;
  };
  const status = (slow: boolean) =>
    renderInModal(
      pendingKit(slow),
      <TransactionStatusView view={{ name: 'TransactionStatus', hash: '0xabc' }} depth={1} />,
    );

  it('that ran out of gas says so, and is tried again with the same amount and receiver (V-02)', () => {
    const kit = connectedKit(EMPTY_SEND, { gateway: 'https://gateway.example' });
    const outcome = { status: 'reverted', hash: '0xabc', reason: 'out of gas' } as const;
    kit.kernel.set({ settledTransactions: [{ ...pending, outcome }] });
    const transaction = { ...pending, outcome };
    const shown = renderInModal(
      kit,
      <TransactionStatusView view={{ name: 'TransactionStatus', hash: '0xabc' }} depth={1} />,
    );
    expect(visibleText(shown)).toContain(
      'It ran out of gas, so only the network fee was charged. Your 0.25 ETH',
    );
    expect(visibleText(shown)).toContain('Try again');
    expect(canSendAgain({ ...transaction, outcome: { ...outcome, reason: 'paused' } })).toBe(false);
    sendAgain(kit, transaction);
    const { send, modal } = kit.store.getState();
    expect(send).toMatchObject({ sendTokenAmount: '0.25', receiver: RECEIVER });
    expect(modal.views.at(-1)).toMatchObject({ name: 'Send' });
  });

  it('is marked in Account, whatever tab is shown', () => {
    const text = visibleText(
      renderInModal(pendingKit(), <AccountView view={{ name: 'Account' }} depth={0} />),
    );
    expect(text).toContain('Sending');
    expect(text).toContain('0.25 ETH');
  });

  it('is marked on the button, in its accessible name too', () => {
    const host = document.createElement('div');
    const root = createRoot(host);
    onTestFinished(() => root.unmount());
    flushSync(() =>
      root.render(
        <LatchkitProvider kit={pendingKit()}>
          <AccountButton />
        </LatchkitProvider>,
      ),
    );
    const markup = host.innerHTML;
    expect(markup).toContain('data-spin');
    expect(markup).toMatch(/aria-label="Account: [^"]*, payment pending"/);
  });

  it('can be left in the background, but not marked as done', () => {
    const text = visibleText(status(false));
    expect(text).toContain('Continue in the background');
    expect(text).not.toContain('Done');
  });

  it('announces politely that it takes longer', () => {
    const region = /role="status">(.*?)<\/div>/s.exec(status(true))?.[1] ?? '';
    expect(visibleText(region)).toContain('Taking longer than usual');
  });
});

describe('sendCheck', () => {
  const check = (change: Partial<SendState>, chain: Partial<PreparedTransfer> = {}) =>
    sendCheck({ ...filled, ...change }, { ...prepared, ...chain })?.kind;

  it('finds what prevents a payment from being reviewed', () => {
    expect(check({})).toBeUndefined();
    expect(check({ sendTokenAmount: '1.4995' })).toBe('tooMuch');
    expect(sendCheck({ ...filled, sendTokenAmount: '1.4995' }, prepared)).toEqual({
      kind: 'tooMuch',
      most: '1.499',
      fee: true,
    });
    expect(check({ sendTokenAmount: '0.0000000000000000001' })).toBe('tooManyDecimals');
    expect(check({}, { nativeAvailable: 1n })).toBe('fee');
  });

  it('rejects an amount that is not a number above 0', () => {
    expect(check({ sendTokenAmount: 'abc' })).toBe('notNumber');
    for (const zero of ['0', '0.', '0.000', '00'])
      expect(check({ sendTokenAmount: zero }), zero).toBe('zero');
    const review = /<button[^>]*data-return="review"[^>]*>/;
    for (const sendTokenAmount of ['abc', '0']) {
      expect(review.exec(view({ ...filled, sendTokenAmount }))?.[0]).toContain('disabled');
    }
  });
});

describe('AccountTabs', () => {
  const gateway = 'https://gateway.example';
  const tabs = (options: Partial<LatchkitOptions>) =>
    [...account(options).matchAll(/role="tab"[^>]*>([^<]+)</g)].map(([, label]) => label);

  it('has the tabs Tokens, NFTs, Activity, in this order [VIEW-18]', () => {
    expect(tabs({ gateway })).toEqual(['Tokens', 'NFTs', 'Activity']);
  });

  it('says that a network has no list of NFTs where none is read, not that the account has none [VIEW-18] (rows-D12)', () => {
    const shown = (change: Partial<LatchkitState>, options: Partial<LatchkitOptions> = {}) => {
      const kit = connectedKit(EMPTY_SEND, { gateway: 'https://gateway.example', ...options });
      kit.kernel.set(change);
      const chain = kit.store.getState().namespaces.eip155;
      if (!chain) throw new Error('no eip155');
      return visibleText(renderInModal(kit, <NftList chain={chain} />));
    };
    const none = 'No list of NFTs on Ethereum';
    expect(shown({ activeNamespace: 'solana' })).toContain(none);
    expect(shown({}, { features: { activity: false } })).toContain(none);
    expect(shown({}, { features: { activity: false } })).not.toContain('appear here');
    const transactions = { account: `eip155:1:${ADDRESS}`, transactions: [], next: undefined } as const;
    expect(shown({ activity: { ...transactions, status: 'empty' } })).toContain('No NFTs on Ethereum yet');
  });

  it('offers to choose a name on EVM only [LIM-17] (rows-K10)', () => {
    const kit = connectedKit();
    const row = () => visibleText(renderInModal(kit, <ChooseNameRow />)).trim();
    kit.kernel.set({ names: { registration: undefined, suffix: '.example.com' } });
    expect(row()).toBe('Choose a name');
    kit.kernel.set({ activeNamespace: 'solana' });
    expect(row()).toBe('');
  });

  it('hides Activity when it is off [CFG-09]', () => {
    expect(tabs({ gateway, features: { activity: false } })).toEqual(['Tokens', 'NFTs']);
  });

  it('has no tabs when no source knows the tokens', () => {
    expect(tabs({})).toEqual([]);
  });
});

describe('WalletFeatures', () => {
  it('offers swap, receive, then send, when they are on [CFG-19] [CFG-20] [VIEW-19]', () => {
    const acts = (options: Partial<LatchkitOptions>) =>
      [...account(options).matchAll(/class="lk-act"[^>]*data-return="(\w+)"/g)].map(([, name]) => name);
    expect(acts({})).toEqual(['swaps', 'receive', 'send']);
    expect(acts({ features: { swaps: false } })).toEqual(['receive', 'send']);
    expect(acts({ features: { swaps: false, send: false } })).toEqual(['receive']);
    expect(acts({ features: { swaps: false, send: false, receive: false } })).toEqual([]);
  });
});

describe('ActivityView', () => {
  const activity = (status: 'loading' | 'empty' | 'error') => {
    const kit = connectedKit(EMPTY_SEND, { gateway: 'https://gateway.example' });
    kit.kernel.set({
      activity: { account: `eip155:1:${ADDRESS}`, status, transactions: [], next: undefined },
    });
    return visibleText(renderInModal(kit, <ActivityView view={{ name: 'Activity' }} depth={1} />));
  };

  it('shows the preview of an NFT and the icon of a token, here and under NFTs [ENT-17] (rows-D6)', () => {
    const kit = connectedKit(EMPTY_SEND, { gateway: 'https://gateway.example' });
    const moved = (more: Partial<TransactionTransfer>): TransactionTransfer => ({
      direction: 'in',
      quantity: { numeric: '1', decimals: 0 },
      ...more,
    });
    const nft = moved({ nft_info: { name: 'Low sun', content: { preview: { url: PIXEL } } } });
    const token = moved({ fungible_info: { symbol: 'ODD', icon: { url: `${PIXEL}token` } } });
    const other = moved({
      nft_info: { name: 'Tracker', content: { preview: { url: 'https://t.example/1' } } },
    });
    const images = (element: ReactNode) => renderInModal(kit, element).match(/<img src="[^"]*"/g) ?? [];
    const received = {
      id: '1',
      metadata: { operationType: 'receive', status: 'confirmed', minedAt: '2026-01-01' },
    };
    const [network] = connectedKit().store.getState().namespaces.eip155?.networks ?? [];
    if (!network) throw new Error('no network');
    const row = (transfers: TransactionTransfer[], operationType = 'receive') => {
      const metadata = { ...received.metadata, operationType };
      return images(<ActivityRow transaction={{ ...received, metadata, transfers }} network={network} />);
    };
    expect(row([nft])).toEqual([`<img src="${PIXEL}"`]);
    expect(row([token])).toEqual([`<img src="${PIXEL}token"`]);
    expect(row([{ ...token, direction: 'out' }, nft], 'trade')).toEqual([
      `<img src="${PIXEL}token"`,
      `<img src="${PIXEL}"`,
    ]);
    expect(row([other])).toEqual([]);
    const transactions = [{ ...received, transfers: [nft, other] }];
    kit.kernel.set({
      activity: { account: `eip155:1:${ADDRESS}`, status: 'ready', transactions, next: undefined },
    });
    const chain = kit.store.getState().namespaces.eip155;
    if (!chain) throw new Error('no eip155');
    expect(images(<NftList chain={chain} />)).toEqual([`<img src="${PIXEL}"`]);
  });

  it('shows loading, empty, and a failure with a retry button [STATE-49] [STATE-50] [ERR-41]', () => {
    expect(activity('loading')).toContain('Loading your activity');
    expect(activity('empty')).toContain('No activity on Ethereum yet');
    expect(activity('error')).toMatch(/Couldn’t load your activity.*Try again/);
  });
});
