import type { RequestFailed } from '../../foundation/http/api-client.ts';

type Props = {
  failure: RequestFailed | undefined;
  onTakeTheirs: () => void;
  onSaveMine: () => void;
};

/** The two ways to continue after a save was refused because another save came first; nothing after other failures. */
export function ConflictActions({ failure, onTakeTheirs, onSaveMine }: Props) {
  if (failure?.problem !== 'changed-meanwhile') return null;
  return (
    <div className="acts">
      <button type="button" className="btn quiet" onClick={onTakeTheirs}>
        Show what stands there now
      </button>
      <button type="button" className="btn quiet" onClick={onSaveMine}>
        Save mine over it
      </button>
    </div>
  );
}
