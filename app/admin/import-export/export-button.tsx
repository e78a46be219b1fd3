import { FailureNote } from '../layout/fields.tsx';
import { OfficeIcon } from '../layout/icon.tsx';
import { useTry } from '../layout/use-submit.ts';
import { saveFile } from './import-export-api.ts';

type Props = { address: string; method?: 'GET' | 'POST'; name: string; words: string };

/** Saves a file of the shop on this device. */
export function ExportButton({ address, method = 'GET', name, words }: Props) {
  const { isTrying, failure, attempt } = useTry();
  return (
    <div>
      <button
        type="button"
        className="btn quiet"
        aria-disabled={isTrying}
        onClick={() => void attempt(() => saveFile(address, name, { method }))}
      >
        <OfficeIcon name="download" />
        {isTrying ? 'One moment…' : words}
      </button>
      <FailureNote failure={failure} />
    </div>
  );
}
