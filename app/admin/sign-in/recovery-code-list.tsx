import { notify } from '../../foundation/ui/notices.ts';
import { saveAsDownload } from '../import-export/download-file.ts';
import { ActionButton } from '../layout/action-button.tsx';

export function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `Recovery codes for ${location.origin}/admin\nEach code signs you in once, in place of a code from the app.\n\n${codes.join('\n')}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify('The codes are copied. Paste them where you keep your passwords.'),
      () => notify('This browser does not allow copying. Please print or save the codes.'),
    );
  const save = () =>
    saveAsDownload(`recovery-codes-${location.hostname}.txt`, new Blob([text], { type: 'text/plain' }));
  return (
    <>
      <p>
        Each code signs you in once without your app, if you lose your phone. Keep the codes apart from your
        phone. They are not shown again.
      </p>
      <ul className="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="actions">
        <ActionButton onClick={copy}>Copy</ActionButton>
        <ActionButton onClick={() => print()}>Print</ActionButton>
        <ActionButton onClick={save}>Save as a file</ActionButton>
      </div>
      <ActionButton className="btn wide" onClick={onDone}>
        I have saved them
      </ActionButton>
    </>
  );
}
