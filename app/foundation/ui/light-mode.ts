import { useSyncExternalStore } from 'react';
import { asText, stored } from '../browser/stored.ts';

declare global {
  interface Navigator {
    /** The Network Information API: data saver and connection speed. Missing in some browsers. */
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  }
}

/** The visitor's choice: `1` turns light mode on, `0` off. Without a choice, the browser's data saver decides. */
const choice = stored('tanabana.lite', asText);

/** True in light mode. Call it only in the browser. */
export function isLightMode(): boolean {
  const chosen = choice.read();
  return chosen === null ? navigator.connection?.saveData === true : chosen === '1';
}

/** True in light mode: no autoplay, no automatic motion, smaller images. False on the server. */
export function useLightMode(): boolean {
  return useSyncExternalStore(choice.subscribe, isLightMode, () => false);
}

/** Stores the visitor's choice in the browser's storage. Call it only in the browser. */
export function setLightMode(light: boolean): void {
  choice.write(light ? '1' : '0');
}
