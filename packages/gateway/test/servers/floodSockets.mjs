/**
 * Opens sockets in a process of its own, so that their work does not slow down the test that measures. Reads a list of requests from
 * its first argument: `{ count, port, head, body, times, announced, isRead }`. Prints a line when all are sent, and keeps them open.
 */
import { connect } from 'node:net';

const plans = JSON.parse(process.argv[2] ?? '[]');
const sent = plans.flatMap(({ count, port, head, body, times, announced, isRead }) =>
  Array.from({ length: count }, (_, at) => {
    const text = body.replaceAll('{at}', String(at)).repeat(times);
    const length = announced || Buffer.byteLength(text);
    return new Promise(done => {
      const socket = connect(port, '127.0.0.1', () => {
        const lines = [
          head.replaceAll('{at}', String(at)),
          ...(length > 0 ? [`Content-Length: ${length}`] : []),
        ];
        socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`);
        done(undefined);
      });
      socket.on('error', () => done(undefined));
      if (isRead) socket.resume();
      else socket.pause();
    });
  }),
);
await Promise.all(sent);
console.log('sent');
setInterval(() => {}, 60_000);
