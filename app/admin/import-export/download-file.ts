import { RequestFailed, readResponse, unreachableMessage } from '../../foundation/http/api-client.ts';
import { adminFetch } from '../layout/authenticated-fetch.ts';

/** Requests a file and saves it as a download. Rejects with {@link RequestFailed}. */
export async function downloadFile(address: string, name: string, init?: RequestInit): Promise<void> {
  const response = await adminFetch(address, init).catch(() => undefined);
  if (!response) throw new RequestFailed(unreachableMessage);
  if (!response.ok) return readResponse(Promise.resolve(response));
  const file = await response.blob().catch(() => {
    throw new RequestFailed(unreachableMessage);
  });
  saveAsDownload(name, file);
}

export function saveAsDownload(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoke the URL a little later, after the browser has read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
