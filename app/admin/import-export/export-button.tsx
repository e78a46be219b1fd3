import { useSubmit } from '../../foundation/browser/submit.ts';
import { FailureNote } from '../../foundation/ui/fields.tsx';
import { Icon } from '../../foundation/ui/icon.tsx';
import { downloadFile } from './download-file.ts';

type Props = { address: string; method?: 'GET' | 'POST'; name: string; text: string };

/** Saves a file of the shop on this device. */
export function ExportButton({ address, method = 'GET', name, text }: Props) {
  const { isPending, failure, attempt } = useSubmit();
  return (
    <div>
      <button
        type="button"
        className="btn quiet"
        aria-disabled={isPending}
        onClick={() => void attempt(() => downloadFile(address, name, { method }))}
      >
        <Icon name="download" />
        {isPending ? 'One moment…' : text}
      </button>
      <FailureNote failure={failure} />
    </div>
  );
}
