// A proxy that only forwards calls. It measures the cost of Node's HTTP, which is the floor for the gateway.
//   node bareProxy.mjs PORT UPSTREAM_PORT
import http from 'node:http';

const [port, upstream] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true });

const collect = (stream, done) => {
  const parts = [];
  stream.on('data', part => parts.push(part));
  stream.on('end', () => done(Buffer.concat(parts)));
};

http
  .createServer((request, response) => {
    collect(request, body => {
      const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
      const options = { hostname: '127.0.0.1', port: upstream, method: 'POST', agent, headers };
      const sent = http.request(options, answer =>
        collect(answer, text => {
          response.writeHead(200, { 'Content-Type': 'application/json' });
          response.end(text);
        }),
      );
      sent.on('error', () => response.writeHead(502).end());
      sent.end(body);
    });
  })
  .listen(Number(port), '127.0.0.1');
