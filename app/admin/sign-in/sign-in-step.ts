import { useSyncExternalStore } from 'react';
import { textAt } from '../../foundation/http/api-client.ts';

/**
 * How far somebody has come at the door. This tab keeps it: a phone may drop the page while its owner looks into
 * the mail or the app.
 */
export type SignInStep =
  | { step: 'email' }
  | { step: 'code'; email: string; requestId?: string | undefined; sent?: string | undefined }
  | { step: 'factor' | 'set-up'; pendingToken: string };

const key = 'tanabana.door';
const begin: SignInStep = { step: 'email' };
const listeners = new Set<() => void>();
let known: { text: string | null; place: SignInStep } = { text: null, place: begin };
let unkept: string | null = null;

function read(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return unkept;
  }
}

function placeNow(): SignInStep {
  const text = read();
  if (text !== known.text) known = { text, place: text === null ? begin : readPlace(text) };
  return known.place;
}

/** What stands in the storage may have been written by anybody. */
function readPlace(text: string): SignInStep {
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    return begin;
  }
  const [step, email, pendingToken, requestId, sent] = [
    'step',
    'email',
    'pendingToken',
    'requestId',
    'sent',
  ].map((name) => textAt(written, name));
  if (step === 'code' && email) return { step, email, requestId, sent };
  if ((step === 'factor' || step === 'set-up') && pendingToken) return { step, pendingToken };
  return begin;
}

export function goToSignInStep(step: SignInStep): void {
  unkept = step.step === 'email' ? null : JSON.stringify(step);
  try {
    if (unkept === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, unkept);
  } catch {
    // It lives as long as the page, then.
  }
  for (const listener of listeners) listener();
}

export function useSignInStep(): SignInStep {
  return useSyncExternalStore(subscribe, placeNow, () => begin);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
