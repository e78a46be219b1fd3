import { useState } from 'react';

/** Unsaved changes beside the saved values. */
export type Draft<T> = {
  /** The saved values with the changes over them. */
  value: T;
  isChanged: boolean;
  /** The mark of the saved values when the first change was made. */
  seen: string;
  /** The mark of the saved values now. */
  mark: string;
  change: (patch: Partial<T>) => void;
  forget: () => void;
};

/** Holds the changed fields until they are saved or dropped. Fields without a change follow the saved values. */
export function useDraft<T extends object>(saved: T, mark: string): Draft<T> {
  const [draft, setDraft] = useState<{ seen: string; patch: Partial<T> }>();
  return {
    value: { ...saved, ...draft?.patch },
    isChanged: draft !== undefined,
    seen: draft?.seen ?? mark,
    mark,
    change: (patch) =>
      setDraft((stored) => ({ seen: stored?.seen ?? mark, patch: { ...stored?.patch, ...patch } })),
    forget: () => setDraft(undefined),
  };
}
