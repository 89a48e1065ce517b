const methods = ['personal_sign'];
const events = ['accountsChanged', 'chainChanged'];
const chains = ['eip155:1'];

/** What the page asks for. */
export const ASKED = { eip155: { chains, methods, events } };

/** What the wallet approves. */
export const approved = () => ({
  eip155: { chains, methods, events, accounts: [`eip155:1:0x${'ab'.repeat(20)}`] },
});
