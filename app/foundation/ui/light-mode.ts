import { useSyncExternalStore } from 'react';
import { storedText } from './stored-text.ts';

declare global {
  interface Navigator {
    /** Only some browsers tell whether the visitor asked to save data, and how fast the line is. */
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  }
}

/** What the visitor chose by the switch: `1` is light, `0` is not; without a choice the browser's own wish counts. */
const choice = storedText('tanabana.lite');

/** Whether pages are light. Browser only. */
export function isLightMode(): boolean {
  const chosen = choice.read();
  return chosen === null ? navigator.connection?.saveData === true : chosen === '1';
}

/** Whether pages are light: no film plays by itself, nothing moves by itself, pictures are smaller. False on the server. */
export function useLightMode(): boolean {
  return useSyncExternalStore(choice.subscribe, isLightMode, () => false);
}

/** Keeps the choice in this browser. Browser only. */
export function setLightMode(light: boolean): void {
  choice.write(light ? '1' : '0');
}
