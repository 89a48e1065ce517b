// What this app uses of `ws`, which ships no types of its own.
declare module 'ws' {
  import type { Server } from 'node:http';

  export class WebSocket {
    readonly readyState: number;
    static readonly OPEN: number;
    send(text: string): void;
    terminate(): void;
    on(event: 'message', listener: (data: Buffer) => void): this;
    on(event: 'close', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
  }

  export class WebSocketServer {
    constructor(options: { server: Server; maxPayload?: number });
    readonly clients: ReadonlySet<WebSocket>;
    on(event: 'connection', listener: (socket: WebSocket) => void): this;
    close(): void;
  }
}
