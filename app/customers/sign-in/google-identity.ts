import { RequestFailed } from '../../foundation/http/api-client.ts';

/** The used part of Google Identity Services: https://developers.google.com/identity/gsi/web/reference/js-reference */
type GoogleIdentity = {
  initialize(settings: {
    client_id: string;
    nonce: string;
    callback: (answer: { credential?: string }) => void;
    auto_select: boolean;
    use_fedcm_for_prompt: boolean;
    use_fedcm_for_button: boolean;
  }): void;
  renderButton(parent: HTMLElement, look: Readonly<Record<string, string | number>>): void;
};

declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleIdentity } };
  }
}

/** In milliseconds. */
const timeoutMs = 10_000;

let loading: Promise<GoogleIdentity> | undefined;

/** Loads Google’s script, or a replacement for it, once. Rejects with {@link RequestFailed} if it is not loaded in ten seconds; the next call tries again. */
export function loadGoogle(address: string): Promise<GoogleIdentity> {
  loading ??= load(address).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function load(address: string): Promise<GoogleIdentity> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new RequestFailed('Google could not be reached. Please sign in with a code by e-mail.'));
    };
    const late = setTimeout(fail, timeoutMs);
    script.src = address;
    script.async = true;
    script.onload = script.onerror = () => {
      clearTimeout(late);
      const identity = window.google?.accounts?.id;
      if (identity) resolve(identity);
      else fail();
    };
    document.head.append(script);
  });
}
