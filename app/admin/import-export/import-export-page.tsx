import { useEffect } from 'react';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { formatDateTime } from '../../foundation/indian-dates.ts';
import { FailureNote } from '../../foundation/ui/fields.tsx';
import { importsQuery } from '../admin-api.ts';
import { ActionButton } from '../layout/action-button.tsx';
import { WhenReady } from '../layout/loading.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { refreshAdmin, useAdminQuery } from '../layout/use-admin.ts';
import { useMe } from '../sign-in/me.ts';
import { ChooseFile } from './choose-file.tsx';
import type { CsvImport } from './contract.ts';
import { downloadFile } from './download-file.ts';
import { ImportPanel, stateLabels } from './import-panel.tsx';

export const meta = () => adminMeta('Import & export');

const pollIntervalMs = 1500;

export default function ImportExportPage() {
  const isOwner = useMe().data?.role === 'owner';
  return (
    <Screen title="Import & export">
      <section>
        <h2>Import products</h2>
        <ChooseFile />
        <Imports />
      </section>
      <section>
        <h2>Export</h2>
        <p className="mb-3 max-w-[62ch]">
          CSV files that you can open in a spreadsheet. You can change the file of products and import it
          again.
        </p>
        <div className="flex flex-wrap gap-3">
          <ExportButton address="/api/admin/exports/products" name="products.csv" text="Export products" />
          {isOwner && (
            <ExportButton
              address="/api/admin/exports/orders"
              method="POST"
              name="orders.csv"
              text="Export orders"
            />
          )}
        </div>
        {isOwner && (
          <p className="soft mt-3 max-w-[62ch]">
            The orders contain names, phone numbers and addresses. Keep the file safe, and delete it when you
            no longer need it. The audit log records who exported it.
          </p>
        )}
      </section>
    </Screen>
  );
}

type ExportProps = { address: string; method?: 'GET' | 'POST'; name: string; text: string };

function ExportButton({ address, method = 'GET', name, text }: ExportProps) {
  const { isPending, failure, attempt } = useSubmit();
  return (
    <div>
      <ActionButton
        className="btn quiet"
        icon="download"
        isDisabled={isPending}
        onClick={() => attempt(() => downloadFile(address, name, { method }))}
      >
        {isPending ? 'One moment…' : text}
      </ActionButton>
      <FailureNote failure={failure} />
    </div>
  );
}

function Imports() {
  const query = useAdminQuery(importsQuery);
  const isRunning = query.data?.imports.some(({ state }) => state === 'running') ?? false;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void refreshAdmin('imports'), pollIntervalMs);
    return () => {
      clearInterval(timer);
      // Other screens also show the imported products.
      void refreshAdmin('products', 'product-labels', 'dashboard');
    };
  }, [isRunning]);
  return (
    <WhenReady query={query}>
      {({ imports }) => {
        const isShown = ({ state }: CsvImport, at: number) =>
          state === 'checked' || state === 'running' || (at === 0 && state !== 'cancelled');
        return (
          <>
            {imports.filter(isShown).map((csvImport) => (
              <ImportPanel key={csvImport.id} csvImport={csvImport} />
            ))}
            <Earlier imports={imports.filter((csvImport, at) => !isShown(csvImport, at))} />
          </>
        );
      }}
    </WhenReady>
  );
}

function Earlier({ imports }: { imports: readonly CsvImport[] }) {
  if (imports.length === 0) return null;
  return (
    <details className="mt-4">
      <summary className="tap">Earlier imports</summary>
      <ul className="cards">
        {imports.map(({ id, fileName, uploadedBy, state, done, total, createdAt }) => (
          <li key={id} className="wrap-anywhere">
            {fileName}: {stateLabels[state]}, {done} of {total} rows.{' '}
            <span className="soft">
              {uploadedBy}, {formatDateTime(createdAt)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
