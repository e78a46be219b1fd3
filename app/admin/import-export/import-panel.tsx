import { useSubmit } from '../../foundation/browser/submit.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { formatDateTime } from '../../foundation/indian-dates.ts';
import { FailureNote } from '../../foundation/ui/fields.tsx';
import { formatCount } from '../../foundation/ui/format-count.ts';
import { Link } from '../../foundation/ui/link.tsx';
import * as urls from '../../urls.ts';
import { adminApi } from '../admin-api.ts';
import { ActionButton } from '../layout/action-button.tsx';
import { refreshAdmin } from '../layout/use-admin.ts';
import type { CsvImport, CsvState } from './contract.ts';

export const stateLabels: Record<CsvState, string> = {
  checking: 'being checked',
  checked: 'checked, not imported',
  running: 'being imported',
  done: 'imported',
  failed: 'stopped because of a problem',
  cancelled: 'cancelled',
};

export function ImportPanel({ csvImport }: { csvImport: CsvImport }) {
  const { fileName, uploadedBy, createdAt, state, problems } = csvImport;
  return (
    <div className="panel-box mt-4">
      <h3 className="wrap-anywhere">{fileName}</h3>
      <p className="soft wrap-anywhere">
        {uploadedBy}, {formatDateTime(createdAt)}
      </p>
      <p role="status" className="my-3">
        <b>{sentence(csvImport)}</b>
      </p>
      {state === 'running' && (
        <progress
          className="mb-3 block w-full accent-indigo"
          aria-label="Imported rows"
          max={csvImport.total}
          value={csvImport.done}
        />
      )}
      {problems.length > 0 && <Problems csvImport={csvImport} />}
      <Actions csvImport={csvImport} />
    </div>
  );
}

function sentence({ state, problems, hasMoreProblems, total, done }: CsvImport): string {
  const rows = formatCount(total, 'row');
  if (state === 'checked' && problems.length > 0)
    return `${hasMoreProblems ? 'More than ' : ''}${formatCount(problems.length, 'problem')} in ${rows}. Nothing was changed. Please correct the file and upload it again.`;
  if (state === 'checked') return `${rows} checked, no problems. Nothing is imported yet.`;
  if (state === 'running') return `${done} of ${rows} are imported. You can leave this page.`;
  if (state === 'done') return `The import is finished: ${rows}.`;
  if (state === 'failed')
    return `The import stopped: ${done} of ${rows} are imported. Please correct the row below and upload the file again. Rows that are already imported are not added twice.`;
  return `This file is ${stateLabels[state]}.`;
}

function Problems({ csvImport: { problems, hasMoreProblems } }: { csvImport: CsvImport }) {
  return (
    <>
      <table className="tab">
        <caption className="sr-only">Problems in the file</caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Column</th>
            <th scope="col">Problem</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ row, column, message }) => (
            <tr key={`${row} ${column} ${message}`}>
              <td>{row}</td>
              <td>{column || <span className="soft">whole row</span>}</td>
              <td className="wrap-anywhere">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasMoreProblems && <p className="soft mt-2">There are more problems. Please correct these first.</p>}
    </>
  );
}

function Actions({ csvImport: { id, state, problems, total } }: { csvImport: CsvImport }) {
  const { isPending, failure, attempt } = useSubmit();
  const actions = adminApi.imports[':id'];
  const run = async (action: 'start' | 'cancel') => {
    await attempt(() => readResponse(actions[action].$post({ param: { id } })));
    await refreshAdmin('imports');
  };
  return (
    <>
      <FailureNote failure={failure} />
      <div className="actions mt-3">
        {state === 'checked' && problems.length === 0 && (
          <ActionButton className="btn" icon="upload" isDisabled={isPending} onClick={() => run('start')}>
            Import {formatCount(total, 'row')}
          </ActionButton>
        )}
        {(state === 'checked' || state === 'running') && (
          <ActionButton className="btn quiet" isDisabled={isPending} onClick={() => run('cancel')}>
            {state === 'running' ? 'Stop the import' : 'Discard this file'}
          </ActionButton>
        )}
        {state === 'done' && (
          <Link className="btn quiet" to={urls.adminProducts}>
            View the products
          </Link>
        )}
      </div>
    </>
  );
}
