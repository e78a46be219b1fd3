import { createScriptLoader } from '../../foundation/browser/load-script.ts';

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

/** Loads the script of Google, or of the pretended Google. */
export const loadGoogle = createScriptLoader(
  () => window.google?.accounts?.id,
  ['Google could not be reached. Please sign in with a code by e-mail.'],
);
