import type { RequestListener, Server } from 'node:http';

/** A server that listens. */
export interface HttpServer {
  readonly server: Server;
  readonly port: number;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** A certificate and its private key, as PEM. */
export interface TlsFiles {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
}

/**
 * Serves HTTP on a port, or on a free one (0).
 *
 * @param place - With `tls` it serves https.
 * @throws Error if the port is taken.
 */
export function serveHttp(
  listener: RequestListener,
  place: { readonly port: number; readonly host: string; readonly tls?: TlsFiles | undefined },
): Promise<HttpServer>;

export interface TextRequest {
  readonly method: string;
  /** Path of the URL, without the query. */
  readonly path: string;
  readonly body: string;
}

/** A response, with JSON or with plain text. Default status: 200. */
export type TextResponse = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
} & (
  | { readonly json: string; readonly text?: undefined }
  | { readonly text: string; readonly json?: undefined }
);

/**
 * Returns a listener that allows requests from any origin and reads their bodies, up to a megabyte.
 *
 * @param methods - The allowed methods, for example `GET, POST`.
 * @param answer - Must not throw.
 */
export function answerTexts(
  methods: string,
  answer: (request: TextRequest) => TextResponse | Promise<TextResponse>,
): RequestListener;
