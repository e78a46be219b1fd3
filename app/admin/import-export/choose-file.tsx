import { useState } from 'react';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { FailureNote, Field } from '../../foundation/ui/fields.tsx';
import { Icon } from '../../foundation/ui/icon.tsx';
import { uploadFile } from '../catalogue/files/upload-file.ts';
import { refreshAdmin } from '../layout/use-admin.ts';
import { exampleUrl, productColumns } from './product-columns.ts';

/** Field that uploads a file of products to be checked, and a description of its columns. */
export function ChooseFile() {
  const { isPending, failure, attempt } = useSubmit();
  const [sent, setSent] = useState(0);
  async function upload(file: File | undefined) {
    if (!file) return;
    setSent(0);
    const address = `/api/admin/upload/imports/products?name=${encodeURIComponent(file.name)}`;
    await attempt(() => uploadFile(address, file, setSent));
    await refreshAdmin('imports');
  }
  return (
    <>
      <p className="mb-3 max-w-[62ch]">
        A CSV file, as spreadsheets save it: UTF-8, one row for each piece, 5,000 at most. First every row is
        checked and nothing is written; you see what is wrong and decide then. A piece whose number is there
        already is changed; another is new.
      </p>
      <a className="btn quiet mb-3" href={exampleUrl} download="products-example.csv">
        <Icon name="download" />
        Save an example file
      </a>
      <Columns />
      <Field label="File of pieces" className="mt-4 max-w-[32rem]">
        {(wired) => (
          <input
            {...wired}
            className="input file:mr-3 file:underline"
            type="file"
            accept=".csv,text/csv"
            disabled={isPending}
            onChange={({ currentTarget }) => {
              void upload(currentTarget.files?.[0]);
              // The same file, mended, may be brought again.
              currentTarget.value = '';
            }}
          />
        )}
      </Field>
      <p role="status" className="soft">
        {isPending && (sent < 1 ? `Sending: ${Math.round(sent * 100)} %` : 'Checking every row…')}
      </p>
      <FailureNote failure={failure} />
    </>
  );
}

function Columns() {
  return (
    <details>
      <summary className="tap">The columns of the file</summary>
      <p className="my-3 max-w-[62ch]">
        Any of these, in any order; only <b>number</b> is always there. A new piece needs name, category,
        price and stock too, and a published one a picture and a fabric. Of a piece that is there already,
        columns that are not in the file stay as they are, and a blank cell empties its part. Its stock is set
        to what the file says: take that column out where you only change other things. Several values in one
        cell are parted by <b>|</b>.
      </p>
      <table className="tab">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">What stands in it</th>
          </tr>
        </thead>
        <tbody>
          {productColumns.map(({ name, help, example: exampleText }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="wrap-anywhere">
                {help} {exampleText && <span className="soft">{exampleText}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
