/** Ten codes, shown this once. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <p>
        Each of these lets you in once, in the place of your app, for the day your phone is lost. Print them,
        or write them down, and keep them apart from your phone. They are not shown again.
      </p>
      <ul className="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
