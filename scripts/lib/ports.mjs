import net from 'node:net';

/** Says whether somebody answers at a port of this machine, over IPv4 or IPv6. */
const answers = (port, host) =>
  new Promise(resolve => {
    const socket = net.connect({ port, host });
    const end = result => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(1_000, () => end(false));
    socket.on('connect', () => end(true)).on('error', () => end(false));
  });

/** Says whether a port of this machine is free. Connecting is asked too: a listener on one address family leaves the other free. */
export async function isPortFree(port) {
  if ((await answers(port, '127.0.0.1')) || (await answers(port, '::1'))) return false;
  return new Promise(resolve => {
    const server = net.createServer();
    server.on('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}

/** Finds ports that are free now. @param {number} count */
export async function freePorts(count) {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve, reject) => {
          const server = net.createServer().on('error', reject);
          server.listen(0, () => resolve(server));
        }),
    ),
  );
  const ports = servers.map(server => server.address().port);
  await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))));
  return ports;
}
