import { fieldsOf, RequestFailed, textAt, unreachableMessage } from '../../../foundation/http/api-client.ts';
import { staffToken } from '../../layout/staff-session.ts';

/**
 * Sends a file as the body of a POST, and tells how much of it has gone, 0 to 1. `fetch` cannot tell that. Answers
 * the body; rejects with {@link RequestFailed}.
 */
export function uploadFile(address: string, file: Blob, onSent: (share: number) => void): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const token = staffToken.read();
  const call = new XMLHttpRequest();
  call.open('POST', address);
  call.responseType = 'text';
  if (token) call.setRequestHeader('authorization', `Bearer ${token}`);
  call.setRequestHeader('content-type', 'application/octet-stream');
  call.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
  call.onerror = () => reject(new RequestFailed(unreachableMessage));
  call.onload = () => {
    const body = readJson(call.responseText);
    if (call.status >= 200 && call.status < 300) return resolve(body);
    if (call.status === 401 && token && staffToken.read() === token) staffToken.write(null);
    reject(
      new RequestFailed(
        textAt(body, 'message') ?? unreachableMessage,
        call.status,
        textAt(body, 'title') ?? '',
        fieldsOf(body),
      ),
    );
  };
  call.send(file);
  return promise;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
