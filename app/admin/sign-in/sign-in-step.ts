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
const firstStep: SignInStep = { step: 'email' };
const listeners = new Set<() => void>();
let known: { text: string | null; step: SignInStep } = { text: null, step: firstStep };
let unkept: string | null = null;

function read(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return unkept;
  }
}

function currentStep(): SignInStep {
  const text = read();
  if (text !== known.text) known = { text, step: text === null ? firstStep : readStep(text) };
  return known.step;
}

/** What stands in the storage may have been written by anybody. */
function readStep(text: string): SignInStep {
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    return firstStep;
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
  return firstStep;
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
  return useSyncExternalStore(subscribe, currentStep, () => firstStep);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
