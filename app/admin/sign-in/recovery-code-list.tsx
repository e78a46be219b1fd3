import { notify } from '../../foundation/ui/notices.ts';

/** List of recovery codes, with buttons that copy, print and save it. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const text = `Recovery codes for ${location.origin}/admin\nEach signs in once, in place of the app.\n\n${codes.join('\n')}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify('The codes are copied. Paste them where you keep passwords.'),
      () => notify('This browser does not let the shop copy. Print or save the codes.'),
    );
  function save() {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `recovery-codes-${location.hostname}.txt`;
    link.click();
    URL.revokeObjectURL(url);
  }
  return (
    <>
      <p>
        Each of these lets you in once, in the place of your app, for the day your phone is lost. Keep them
        apart from your phone. They are not shown again.
      </p>
      <ul className="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="actions">
        <button type="button" className="btn quiet small" onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" className="btn quiet small" onClick={() => print()}>
          Print
        </button>
        <button type="button" className="btn quiet small" onClick={save}>
          Save as a file
        </button>
      </div>
    </>
  );
}
