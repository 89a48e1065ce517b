// Opens sockets that subscribe to one topic each and then stay idle. Arguments: URL, number of sockets. Prints a line when all are open.
import { randomBytes } from 'node:crypto';
import { connectSocket } from './connectSocket.mjs';

const [url, countText] = process.argv.slice(2);
const count = Number(countText);
let open = 0;

async function one() {
  const { socket, send } = await connectSocket(url);
  const answered = new Promise(resolve => socket.once('message', resolve));
  send(
    `{"id":1,"jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"${randomBytes(32).toString('hex')}"}}`,
  );
  await answered;
  open += 1;
}

const begin = performance.now();
while (open < count) await Promise.all(Array.from({ length: Math.min(100, count - open) }, one));
console.log(JSON.stringify({ open, seconds: (performance.now() - begin) / 1_000 }));
// Keep running until killed.
setInterval(() => {}, 60_000);
