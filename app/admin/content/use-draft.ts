import { useState } from 'react';

/** What somebody is changing, beside what stands in the shop. */
export type Draft<T> = {
  /** What the fields show: what was typed, or what stands while nothing was. */
  value: T;
  isChanged: boolean;
  /** The mark of what stood there when the change began. */
  seen: string;
  /** The mark of what stands there now. */
  mark: string;
  change: (patch: Partial<T>) => void;
  forget: () => void;
};

/** Keeps what is typed until it is saved or forgotten, whatever others write meanwhile. */
export function useDraft<T extends object>(standing: T, mark: string): Draft<T> {
  const [draft, setDraft] = useState<{ seen: string; value: T }>();
  return {
    value: draft?.value ?? standing,
    isChanged: draft !== undefined,
    seen: draft?.seen ?? mark,
    mark,
    change: (patch) =>
      setDraft((stored) => ({
        seen: stored?.seen ?? mark,
        value: { ...(stored?.value ?? standing), ...patch },
      })),
    forget: () => setDraft(undefined),
  };
}
