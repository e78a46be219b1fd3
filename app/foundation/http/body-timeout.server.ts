import type { IncomingMessage, ServerResponse } from 'node:http';
import { minutes, seconds } from '../clock.ts';

const defaultTimeouts = {
  defaultMs: seconds(30),
  /** Timeout for uploads by staff, such as a video that is sent over a slow connection. */
  uploadMs: minutes(10),
  /** Time in which the rest of the body must arrive after the response was sent. */
  afterResponseMs: seconds(1),
};
/** Maximum time for receiving any request body, in milliseconds. */
export const maxBodyMs = defaultTimeouts.uploadMs;

/**
 * Limits the time for receiving a request body, because Node's own timeout cannot differ between forms and uploads. After the
 * timeout, responds 408, or closes the connection if a response has begun. After a complete response, the rest of the body must
 * arrive within `afterResponseMs`.
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
