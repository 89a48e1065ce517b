// A bare `ws` server that echoes every frame, as the baseline for the relay. Prints its port.
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false }, () =>
  console.log(JSON.stringify({ port: server.address().port })),
);
server.on('connection', socket => {
  socket.on('message', data => socket.send(data.toString()));
});
process.on('message', () => process.send({ cpu: process.cpuUsage(), memory: process.memoryUsage() }));
