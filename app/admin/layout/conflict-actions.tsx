import type { RequestFailed } from '../../foundation/http/api-client.ts';

type Props = {
  failure: RequestFailed | undefined;
  onShowSaved: () => void;
  onOverwrite: () => void;
};

/** The two ways to continue after a save was refused because another save came first; nothing after other failures. */
export function ConflictActions({ failure, onShowSaved, onOverwrite }: Props) {
  if (failure?.problem !== 'changed-meanwhile') return null;
  return (
    <div className="actions">
      <button type="button" className="btn quiet" onClick={onShowSaved}>
        Show what stands there now
      </button>
      <button type="button" className="btn quiet" onClick={onOverwrite}>
        Save mine over it
      </button>
    </div>
  );
}
