// Measures the time and memory of one client, as a page and as a wallet in this process. Arguments: ours or theirs, the relay URL,
// number of requests. Prints JSON. Run with --expose-gc.
const [which = 'ours', relayUrl = '', requests = '1000'] = process.argv.slice(2);
const { startPage, startWallet } = await import(`./${which}.mjs`);

const SIGNATURE = `0x${'12'.repeat(65)}`;
const MESSAGE = ['0x68656c6c6f', `0x${'ab'.repeat(20)}`];
const now = () => performance.now();
const middle = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const heap = () => {
  for (let turn = 0; turn < 3; turn += 1) globalThis.gc();
  return process.memoryUsage().heapUsed;
};

const empty = heap();
const wallet = await startWallet(relayUrl, () => SIGNATURE);
const began = now();
const page = await startPage(relayUrl);
const { uri, settled } = await page.connect();
const linked = now();
await wallet.pair(uri);
const topic = await settled;
const connected = now();
const took = [];
for (let count = 0; count < Number(requests); count += 1) {
  const asked = now();
  if ((await page.request(topic, 'personal_sign', MESSAGE)) !== SIGNATURE)
    throw new Error('personal_sign returned a wrong signature');
  took.push(now() - asked);
}
const answered = now();
const held = heap() - empty;
console.log(
  JSON.stringify({
    uri: linked - began,
    settled: connected - linked,
    connected: connected - began,
    requests: (answered - connected) / 1_000,
    request: middle(took),
    heap: held / 1e6,
  }),
);
await Promise.race([
  Promise.all([page.close(), wallet.close()]),
  new Promise(done => setTimeout(done, 1_000)),
]);
process.exit(0);
