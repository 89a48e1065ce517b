/**
 * Defences of the wallet page, each with what takes it out and a test that has to fail without it: `scripts/defences.test.mjs`.
 * `changes` are texts of the file that occur once, and what stands in their place.
 *
 * @type {readonly { name: string, file: string, changes: readonly (readonly [string, string])[], suite: string, test: string }[]}
 */
export const DEFENCES = [
  {
    name: 'only trusted events count',
    file: 'apps/frame/src/approval/guardButton.ts',
    changes: [['event => event.isTrusted && listener(event)', 'event => listener(event)']],
    suite: 'e2e/frame/approval.test.ts',
    test: 'SEC-56',
  },
  {
    name: 'a button waits before it counts',
    file: 'apps/frame/src/approval/createArming.ts',
    changes: [['disturbedAt + APPROVAL_LIMITS.arm', 'disturbedAt']],
    suite: 'e2e/frame/approval.test.ts',
    test: 'SEC-57: a press too soon',
  },
  {
    name: 'a press that brings the focus does not count',
    file: 'apps/frame/src/approval/createArming.ts',
    changes: [
      [' || !self.document.hasFocus()', ''],
      ["['resize', 'focus', 'blur', 'pageshow']", "['resize', 'pageshow']"],
    ],
    suite: 'e2e/frame/approval.test.ts',
    test: 'SEC-57: a press that brings the focus',
  },
  {
    name: 'the browser has to see the card',
    file: 'apps/frame/src/approval/watchSight.ts',
    changes: [['(!canTell || isVisible === true)', 'true']],
    suite: 'e2e/frame/approval.test.ts',
    test: 'an overlay that lets clicks through',
  },
  {
    name: 'the page has room',
    file: 'apps/frame/src/approval/createArming.ts',
    changes: [["if (isSmall(self)) return 'small';", '']],
    suite: 'e2e/frame/approval.test.ts',
    test: 'a little too low',
  },
  {
    name: 'keys count only where Tab brought the focus',
    file: 'apps/frame/src/approval/guardButton.ts',
    changes: [['settle(reached, event)', 'settle(event.timeStamp, event)']],
    suite: 'e2e/frame/approval.test.ts',
    test: 'SEC-61',
  },
  {
    name: 'other origins have the window',
    file: 'apps/frame/src/approval/surfaceOf.ts',
    changes: [["auto: ['R1'],", "auto: ['R1', 'R2'],"]],
    suite: 'e2e/frame/approval.test.ts',
    test: 'SEC-60: what is more',
  },
  {
    name: 'an abort takes the review away',
    file: 'apps/frame/src/approval/createScreen.ts',
    changes: [["signal.addEventListener('abort', () => root.remove(), { once: true });", '']],
    suite: 'e2e/frame/approval.test.ts',
    test: 'SEC-10',
  },
  {
    name: 'a site can be shut out',
    file: 'apps/frame/src/approval/createTalk.ts',
    changes: [['if (decision.blocksSite) block(APPROVAL_LIMITS.block);', '']],
    suite: 'e2e/frame/approval.test.ts',
    test: 'SEC-67: after three refusals',
  },
  {
    name: 'a decision is for one digest',
    file: 'apps/frame/src/window/windowMessages.ts',
    changes: [[' || digest !== offer.digest', '']],
    suite: 'e2e/frame/window.test.ts',
    test: 'SEC-63',
  },
  {
    name: 'a letter is for its request, its writer and its place',
    file: 'apps/frame/src/mailbox/createMailLine.ts',
    changes: [["return { name: 'AES-GCM', iv, additionalData };", "return { name: 'AES-GCM', iv };"]],
    suite: 'apps/frame/src/window/offerByMail.test.ts',
    test: 'end the offer where one was changed, moved',
  },
  {
    name: 'the window reads letters of the wallet page only',
    file: 'packages/gateway/src/embedded/framePages.ts',
    changes: [["context.req.header('Sec-Fetch-Site') === 'same-origin'", 'true']],
    suite: 'packages/gateway/src/embedded/framePages.test.ts',
    test: 'whether the wallet page opened it',
  },
  {
    name: 'a listed name is of no other token',
    file: 'apps/frame/src/decode/readToken.ts',
    changes: [['poses: known.isTaken(symbol)', 'poses: false']],
    suite: 'apps/frame/src/decode/reviewTransaction.test.ts',
    test: 'warns of another contract that takes its name',
  },
  {
    name: 'the window is no frame',
    file: 'apps/frame/src/window/startWindow.ts',
    changes: [['self.top !== self || ', '']],
    suite: 'e2e/frame/window.test.ts',
    test: 'SEC-17',
  },
  {
    name: 'a sign-in to another site is blocked',
    file: 'apps/frame/src/decode/reviewSignIn.ts',
    changes: [['domain.toLowerCase() !== host', 'domain === host && domain !== host']],
    suite: 'apps/frame/src/decode/reviewMessage.test.ts',
    test: 'SEC-65',
  },
  {
    name: 'typed data is for the network that is shown',
    file: 'apps/frame/src/decode/reviewTypedData.ts',
    changes: [['domain.chainId !== undefined && ', 'domain.chainId === undefined && ']],
    suite: 'apps/frame/src/decode/reviewTypedData.test.ts',
    test: 'another network',
  },
  {
    name: 'typed data of smart accounts is blocked',
    file: 'apps/frame/src/decode/reviewTypedData.ts',
    changes: [['.some(name => OWN_TYPES.has(name))', '.some(name => OWN_CONTRACTS.has(name))']],
    suite: 'apps/frame/src/decode/reviewTypedData.test.ts',
    test: 'own smart account',
  },
  {
    name: 'hidden characters are written out',
    file: 'apps/frame/src/decode/visibleText.ts',
    changes: [['return text.replace(HIDDEN, ', 'return text.replace(/[^\\s\\S]/g, ']],
    suite: 'apps/frame/src/decode/visibleText.test.ts',
    test: 'SEC-66',
  },
  {
    name: 'calldata has one encoding',
    file: 'apps/frame/src/decode/readCalldata.ts',
    changes: [['if (encodeAbiParameters(known.inputs, args) !== body) return undefined;', '']],
    suite: 'apps/frame/src/decode/reviewTransaction.test.ts',
    test: 'other encodings',
  },
];
