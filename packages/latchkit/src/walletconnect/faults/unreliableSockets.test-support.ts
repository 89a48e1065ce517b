import WebSocket from 'ws';
import type { RelaySocket, SocketFactory } from '../relay/RelaySocket.js';

export interface Faults {
  /** Probability, from 0 to 1, that a delivery is duplicated, late (so out of order), or lost until the next socket. */
  readonly twice: number;
  readonly late: number;
}

/** Real sockets whose deliveries are duplicated and reordered; outgoing frames are not changed. */
export function unreliableSockets({ twice, late }: Faults, random: () => number): SocketFactory {
  return url => {
    const socket = new WebSocket(url) as RelaySocket;
    const shown: RelaySocket = {
      send: data => socket.send(data),
      close: () => socket.close(),
      onopen: null,
      onmessage: null,
      onerror: null,
      onclose: null,
    };
    const tell = (name: 'onopen' | 'onerror' | 'onclose' | 'onmessage') => (event: never) =>
      shown[name]?.(event);
    socket.onopen = tell('onopen');
    socket.onerror = tell('onerror');
    socket.onclose = tell('onclose');
    socket.onmessage = event => {
      const deliver = () => tell('onmessage')(event);
      const times = random() < twice ? 2 : 1;
      for (let time = 0; time < times; time++) {
        if (random() < late) setTimeout(deliver, random() * 20);
        else deliver();
      }
    };
    return shown;
  };
}
