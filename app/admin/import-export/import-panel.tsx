import { useSubmit } from '../../foundation/browser/submit.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { FailureNote } from '../../foundation/ui/fields.tsx';
import { formatCount } from '../../foundation/ui/format-count.ts';
import { Link } from '../../foundation/ui/link.tsx';
import * as urls from '../../urls.ts';
import { adminApi } from '../admin-api.ts';
import { ActionButton } from '../layout/action-button.tsx';
import { formatTime } from '../layout/format-times.ts';
import { refreshAdmin } from '../layout/use-admin.ts';
import type { CsvImport, CsvState } from './contract.ts';

export const stateLabels: Record<CsvState, string> = {
  checking: 'being checked',
  checked: 'checked, not read in',
  running: 'being read in',
  done: 'read in',
  failed: 'broken off',
  cancelled: 'given up',
};

/** One imported file with its problems, or its progress. */
export function ImportPanel({ csvImport }: { csvImport: CsvImport }) {
  const { fileName, uploadedBy, createdAt, state, problems } = csvImport;
  return (
    <div className="panel-box mt-4">
      <h3 className="wrap-anywhere">{fileName}</h3>
      <p className="soft wrap-anywhere">
        {uploadedBy}, {formatTime(createdAt)}
      </p>
      <p role="status" className="my-3">
        <b>{sentence(csvImport)}</b>
      </p>
      {state === 'running' && (
        <progress
          className="mb-3 block w-full accent-indigo"
          aria-label="Rows that are read in"
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
    return `${hasMoreProblems ? 'More than ' : ''}${formatCount(problems.length, 'problem')} in ${rows}. Nothing was written. Please mend the file and bring it again.`;
  if (state === 'checked') return `${rows} checked, no problems. Nothing is written yet.`;
  if (state === 'running') return `${done} of ${rows} are in. You may leave this page.`;
  if (state === 'done') return `All is read in: ${rows}.`;
  if (state === 'failed')
    return `This broke off: ${done} of ${rows} are in. Mend the row below and bring the file again; what is in already is not doubled.`;
  return `This file is ${stateLabels[state]}.`;
}

function Problems({ csvImport: { problems, hasMoreProblems } }: { csvImport: CsvImport }) {
  return (
    <>
      <table className="tab">
        <caption className="sr-only">What is wrong in the file</caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Column</th>
            <th scope="col">What is wrong</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ row, column, message }) => (
            <tr key={`${row} ${column} ${message}`}>
              <td>{row}</td>
              <td>{column || <span className="soft">all</span>}</td>
              <td className="wrap-anywhere">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasMoreProblems && <p className="soft mt-2">And more below. Mend these first.</p>}
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
            Read {formatCount(total, 'row')} in
          </ActionButton>
        )}
        {(state === 'checked' || state === 'running') && (
          <ActionButton className="btn quiet" isDisabled={isPending} onClick={() => run('cancel')}>
            {state === 'running' ? 'Stop here' : 'Give it up'}
          </ActionButton>
        )}
        {state === 'done' && (
          <Link className="btn quiet" to={urls.adminProducts}>
            See the pieces
          </Link>
        )}
      </div>
    </>
  );
}
