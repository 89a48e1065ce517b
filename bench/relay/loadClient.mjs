// Sends messages through a relay, or the same frames through an echo server, and prints the rate and the latencies.
// Arguments: relay, echo or single; the URL, or those of the senders and the receivers, separated by a comma; pairs of clients;
// messages in flight per pair; seconds; total messages per second (default: as many as possible).
import { randomBytes } from 'node:crypto';
import { connectSocket } from './connectSocket.mjs';

const [kind, urls, pairsText, windowText, secondsText, rateText = '0'] = process.argv.slice(2);
const [pairs, window, seconds, rate] = [pairsText, windowText, secondsText, rateText].map(Number);
const [sendTo, receiveFrom = sendTo] = urls.split(',');
/** As long as a small encrypted request. */
const BODY = randomBytes(300).toString('base64');

let serial = 0;
let count = 0;
const times = [];
const sentAt = new Map();
let isOver = false;

function publishFrame(topic) {
  serial += 1;
  const message = `${serial.toString(36).padStart(8, '0')}${BODY}`;
  sentAt.set(message.slice(0, 8), performance.now());
  return `{"id":${1_700_000_000_000_000 + serial},"jsonrpc":"2.0","method":"irn_publish","params":{"topic":"${topic}","message":"${message}","ttl":300,"tag":1108,"prompt":false}}`;
}

const ackFrame = id => `{"id":${id},"jsonrpc":"2.0","result":true}`;

function arrived(text) {
  const start = text.indexOf('"message":"') + 11;
  const key = text.slice(start, start + 8);
  times.push(performance.now() - sentAt.get(key));
  sentAt.delete(key);
  count += 1;
}

async function pair() {
  const topic = randomBytes(32).toString('hex');
  const [sender, receiver] = await Promise.all([connectSocket(sendTo), connectSocket(receiveFrom)]);
  const next = () => {
    if (!isOver) sender.send(publishFrame(topic));
  };
  if (kind === 'echo') {
    // Two frames in and two out per message, with the same sizes as through the relay.
    sender.socket.on('message', data => {
      arrived(data.toString());
      receiver.send(ackFrame(1_700_000_000_000_000 + serial));
    });
    receiver.socket.on('message', () => {
      if (rate === 0) next();
    });
  } else if (kind === 'single') {
    // One frame in and one out, as echo servers are commonly measured.
    sender.socket.on('message', data => {
      arrived(data.toString());
      if (rate === 0) next();
    });
  } else {
    const ready = new Promise(resolve => receiver.socket.once('message', resolve));
    receiver.send(`{"id":1,"jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"${topic}"}}`);
    await ready;
    receiver.socket.on('message', data => {
      const text = data.toString();
      receiver.send(ackFrame(text.slice(6, text.indexOf(','))));
      arrived(text);
      if (rate === 0) next();
    });
    sender.socket.on('message', data => {
      if (data.includes('"error"')) throw new Error(data.toString());
    });
  }
  return next;
}

const nexts = await Promise.all(Array.from({ length: pairs }, pair));
const begin = performance.now();
if (rate === 0) for (const next of nexts) for (let index = 0; index < window; index += 1) next();
else {
  let sent = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - begin) / 1_000) * rate;
    for (; sent < due; sent += 1) nexts[sent % nexts.length]();
    if (isOver) clearInterval(timer);
  }, 1);
}
await new Promise(resolve => setTimeout(resolve, 1_000));
count = 0;
times.length = 0;
const measured = performance.now();
const cpu = process.cpuUsage();
await new Promise(resolve => setTimeout(resolve, seconds * 1_000));
const elapsed = (performance.now() - measured) / 1_000;
isOver = true;
const used = process.cpuUsage(cpu);
times.sort((a, b) => a - b);
const at = share => times[Math.floor(times.length * share)];
console.log(
  JSON.stringify({
    perSecond: count / elapsed,
    p50: at(0.5),
    p99: at(0.99),
    cores: (used.user + used.system) / 1e6 / elapsed,
  }),
);
process.exit(0);
