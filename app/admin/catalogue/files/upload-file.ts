import { RequestFailed, readResponse, unreachableMessage } from '../../../foundation/http/api-client.ts';
import { staffToken } from '../../layout/staff-session.ts';

/** Sends a file by POST. Reports the upload progress from 0 to 1, which `fetch` cannot do. Rejects with RequestFailed. */
export function uploadFile(address: string, file: Blob, onSent: (share: number) => void): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const token = staffToken.read();
  const request = new XMLHttpRequest();
  request.open('POST', address);
  request.responseType = 'text';
  if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
  request.setRequestHeader('content-type', 'application/octet-stream');
  request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
  request.onerror = () => reject(new RequestFailed(unreachableMessage));
  request.onload = () => {
    const { status, responseText } = request;
    if (status === 401 && token && staffToken.read() === token) staffToken.write(null);
    resolve(readResponse(Promise.resolve(new Response(responseText, { status }))));
  };
  request.send(file);
  return promise;
}
