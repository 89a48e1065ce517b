const methods = ['personal_sign'];
const events = ['accountsChanged', 'chainChanged'];
const chains = ['eip155:1'];

/** The namespaces that the page requests. */
export const ASKED = { eip155: { chains, methods, events } };

/** The namespaces that the wallet approves. */
export const approved = () => ({
  eip155: { chains, methods, events, accounts: [`eip155:1:0x${'ab'.repeat(20)}`] },
});
