import { useState } from 'react';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { FailureNote, Field } from '../../foundation/ui/fields.tsx';
import { Icon } from '../../foundation/ui/icon.tsx';
import { uploadFile } from '../catalogue/files/upload-file.ts';
import { refreshAdmin } from '../layout/use-admin.ts';
import { exampleUrl, productColumns } from './product-columns.ts';

/** Field that uploads a product file for checking, and a description of the file's columns. */
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
        Upload a CSV file (UTF-8) with one row for each product, and at most 5,000 rows. The shop first checks
        every row and changes nothing. Then you see the problems, or start the import. A row with the number
        of an existing product updates the product. Every other row adds a new product.
      </p>
      <a className="btn quiet mb-3" href={exampleUrl} download="products-example.csv">
        <Icon name="download" />
        Download an example file
      </a>
      <Columns />
      <Field label="CSV file of products" className="mt-4 max-w-[32rem]">
        {(wired) => (
          <input
            {...wired}
            className="input file:mr-3 file:underline"
            type="file"
            accept=".csv,text/csv"
            disabled={isPending}
            onChange={({ currentTarget }) => {
              void upload(currentTarget.files?.[0]);
              // Clear the field, because the browser reports no change if the user chooses the corrected file again.
              currentTarget.value = '';
            }}
          />
        )}
      </Field>
      <p role="status" className="soft">
        {isPending && (sent < 1 ? `Uploading: ${Math.round(sent * 100)} %` : 'Checking every row…')}
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
        You can use any of these columns, in any order. Only <b>number</b> is required. A new product also
        needs name, category, price and stock. To be published, a product also needs a picture and a fabric.
        When you update a product, columns that are not in the file stay the same, and an empty cell clears
        the field. The stock is set to the number in the file, so leave the column <b>stock</b> out if you
        only change other fields. Separate several values in one cell with <b>|</b>.
      </p>
      <table className="tab">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Content</th>
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
