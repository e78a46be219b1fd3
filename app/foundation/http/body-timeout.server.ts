import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long a body may take to come, in milliseconds. */
export type BodyTimeouts = {
  defaultMs: number;
  /** For what the staff bring: a film of a piece, from a phone in a small town. */
  uploadMs: number;
  /** How long whoever goes on sending is listened to after the answer. */
  afterResponseMs: number;
};

const times: BodyTimeouts = { defaultMs: 30_000, uploadMs: 600_000, afterResponseMs: 1000 };

/** No body may take longer than this, whatever it is. */
export const maxBodyMs = times.uploadMs;

/**
 * Ends a request whose body drips, with 408. Node's own limit is one for all requests, and a film takes minutes where a
 * form takes none. Whoever has been answered already, because nobody asked for their bytes, is cut off soon.
 */
export function bodyTimeout(
  request: IncomingMessage,
  response: ServerResponse,
  { defaultMs, uploadMs, afterResponseMs }: BodyTimeouts = times,
): void {
  const { headers, url = '' } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const isBrought = url.startsWith('/api/admin/upload/') && headers.authorization !== undefined;
  const late = setTimeout(giveUp, isBrought ? uploadMs : defaultMs).unref();

  function giveUp() {
    if (request.complete) return;
    if (response.headersSent) request.socket.destroy();
    else response.writeHead(408, { connection: 'close' }).end(() => request.socket.destroy());
  }
  response.once('close', () => {
    clearTimeout(late);
  });
  response.once('finish', () => {
    clearTimeout(late);
    if (!request.complete)
      setTimeout(() => request.complete || request.socket.destroy(), afterResponseMs).unref();
  });
}
