import type { IncomingMessage, ServerResponse } from 'node:http';

/** Timeouts for receiving a request body, in milliseconds. */
const defaultTimeouts = {
  defaultMs: 30_000,
  /** Timeout of uploads by staff, such as a video over a slow connection. */
  uploadMs: 600_000,
  /** Time to receive the rest of a body after the response was sent. */
  afterResponseMs: 1000,
};
/** Maximum time for receiving any body, in milliseconds. */
export const maxBodyMs = defaultTimeouts.uploadMs;

/**
 * Limits the time for receiving a request body, for which Node's own timeout is the same for forms and uploads. Then responds
 * 408, or closes the connection if a response has begun. After a finished response, the rest has `afterResponseMs` to arrive.
 */
export function bodyTimeout(
  request: IncomingMessage,
  response: ServerResponse,
  { defaultMs, uploadMs, afterResponseMs } = defaultTimeouts,
): void {
  const { headers, url = '' } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const isUpload = url.startsWith('/api/admin/upload/') && headers.authorization !== undefined;
  const timer = setTimeout(abort, isUpload ? uploadMs : defaultMs).unref();

  function abort() {
    if (request.complete) return;
    if (response.headersSent) request.socket.destroy();
    else response.writeHead(408, { connection: 'close' }).end(() => request.socket.destroy());
  }
  response.once('close', () => {
    clearTimeout(timer);
  });
  response.once('finish', () => {
    clearTimeout(timer);
    if (!request.complete)
      setTimeout(() => request.complete || request.socket.destroy(), afterResponseMs).unref();
  });
}
