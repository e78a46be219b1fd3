import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { RequestFailed } from '../../foundation/http/api-client.ts';
import { ActionButton } from './action-button.tsx';

/**
 * Hook that stores the changed fields of a form until the user saves or discards them. Unchanged fields show the saved values.
 */
export function useDraft<T extends object>(saved: T, savedVersion: string) {
  const [draft, setDraft] = useState<{ baseVersion: string; patch: Partial<T> }>();
  return {
    value: { ...saved, ...draft?.patch },
    isChanged: draft !== undefined,
    baseVersion: draft?.baseVersion ?? savedVersion,
    change: (patch: Partial<T>) =>
      setDraft((stored) => ({
        baseVersion: stored?.baseVersion ?? savedVersion,
        patch: { ...stored?.patch, ...patch },
      })),
    /** Bases the user's changes on the newest saved version, so that the next save overwrites that version. */
    rebase: () => setDraft((stored) => stored && { ...stored, baseVersion: savedVersion }),
    discard: () => setDraft(undefined),
  };
}

export type Draft<T extends object> = ReturnType<typeof useDraft<T>>;

/**
 * Creates the `failureActions` of a form that uses {@link useDraft}. After a conflict with another save, they offer to show the
 * other version or to overwrite it.
 */
export const conflictActions =
  ({ rebase, discard }: Pick<Draft<object>, 'rebase' | 'discard'>) =>
  ({ problem }: RequestFailed, clearFailure: () => void) =>
    problem === 'changed-meanwhile' && (
      <div className="actions">
        <ActionButton
          className="btn quiet"
          onClick={() => {
            clearFailure();
            discard();
          }}
        >
          Show their version
        </ActionButton>
        <button
          type="button"
          className="btn quiet"
          onClick={({ currentTarget }) => {
            // Render the new version before the form is sent, because the form sends the version of its last render.
            flushSync(rebase);
            currentTarget.form?.requestSubmit();
          }}
        >
          Save my version instead
        </button>
      </div>
    );
