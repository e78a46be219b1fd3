import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { RequestFailed } from '../../foundation/http/api-client.ts';
import { ActionButton } from './action-button.tsx';

/** Stores the changed fields until they are saved or discarded. Unchanged fields follow the saved values. */
export function useDraft<T extends object>(saved: T, savedVersion: string) {
  const [draft, setDraft] = useState<{ baseVersion: string; patch: Partial<T> }>();
  return {
    /** The saved values with the changes over them. */
    value: { ...saved, ...draft?.patch },
    isChanged: draft !== undefined,
    /** The version of the saved values when the first change was made. */
    baseVersion: draft?.baseVersion ?? savedVersion,
    change: (patch: Partial<T>) =>
      setDraft((stored) => ({
        baseVersion: stored?.baseVersion ?? savedVersion,
        patch: { ...stored?.patch, ...patch },
      })),
    /** Makes the next save overwrite the saved values. */
    rebase: () => setDraft((stored) => stored && { ...stored, baseVersion: savedVersion }),
    discard: () => setDraft(undefined),
  };
}

export type Draft<T extends object> = ReturnType<typeof useDraft<T>>;

/** Creates the `failureActions` of a form that saves a draft: the two ways to continue after another save came first. */
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
            // The form sends the version of its last render.
            flushSync(rebase);
            currentTarget.form?.requestSubmit();
          }}
        >
          Overwrite with mine
        </button>
      </div>
    );
