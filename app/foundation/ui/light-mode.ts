import { useSyncExternalStore } from 'react';
import { asText, stored } from '../browser/stored.ts';

declare global {
  interface Navigator {
    /** The Network Information API with data saver and connection speed. Some browsers do not have this API. */
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  }
}

/**
 * The shopper's setting: `1` switches light mode on, and `0` switches it off. Without a setting, light mode follows the browser's
 * data saver.
 */
const choice = stored('tanabana.lite', asText);

/** True in light mode. Call it only in the browser. */
export function isLightMode(): boolean {
  const chosen = choice.read();
  return chosen === null ? navigator.connection?.saveData === true : chosen === '1';
}

/**
 * Hook that returns true in light mode, which means no autoplay, no automatic motion and smaller images. Returns false on the
 * server.
 */
export function useLightMode(): boolean {
  return useSyncExternalStore(choice.subscribe, isLightMode, () => false);
}

/** Stores the shopper's setting in the browser's storage. Call it only in the browser. */
export function setLightMode(light: boolean): void {
  choice.write(light ? '1' : '0');
}
