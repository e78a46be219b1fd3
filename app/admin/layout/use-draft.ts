import { useState } from 'react';

/** Unsaved changes beside the saved values. */
export type Draft<T> = {
  /** The saved values with the changes over them. */
  value: T;
  isChanged: boolean;
  /** The mark of the saved values when the first change was made. */
  baseVersion: string;
  change: (patch: Partial<T>) => void;
  /** Makes the next save overwrite the saved values. */
  rebase: () => void;
  discard: () => void;
};

/** Holds the changed fields until they are saved or dropped. Fields without a change follow the saved values. */
export function useDraft<T extends object>(saved: T, savedVersion: string): Draft<T> {
  const [draft, setDraft] = useState<{ baseVersion: string; patch: Partial<T> }>();
  return {
    value: { ...saved, ...draft?.patch },
    isChanged: draft !== undefined,
    baseVersion: draft?.baseVersion ?? savedVersion,
    change: (patch) =>
      setDraft((stored) => ({
        baseVersion: stored?.baseVersion ?? savedVersion,
        patch: { ...stored?.patch, ...patch },
      })),
    rebase: () => setDraft((stored) => stored && { ...stored, baseVersion: savedVersion }),
    discard: () => setDraft(undefined),
  };
}
