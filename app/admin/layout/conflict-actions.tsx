import { flushSync } from 'react-dom';
import type { RequestFailed } from '../../foundation/http/api-client.ts';
import type { Draft } from './use-draft.ts';

/**
 * Creates the `failureActions` of a form that saves a draft: the two ways to continue after a save was refused because
 * another save came first, and nothing after other failures.
 */
export const conflictActions =
  ({ rebase, discard }: Pick<Draft<unknown>, 'rebase' | 'discard'>) =>
  ({ problem }: RequestFailed, clearFailure: () => void) =>
    problem === 'changed-meanwhile' && (
      <div className="actions">
        <button
          type="button"
          className="btn quiet"
          onClick={() => {
            clearFailure();
            discard();
          }}
        >
          Show what stands there now
        </button>
        <button
          type="button"
          className="btn quiet"
          onClick={({ currentTarget }) => {
            // The form sends the version of its last render.
            flushSync(rebase);
            currentTarget.form?.requestSubmit();
          }}
        >
          Save mine over it
        </button>
      </div>
    );
