import { Link } from '../foundation/ui/link.tsx';
import * as urls from '../urls.ts';

/** The name as one lock-up: it stands on the line in one script and hangs from it in the other. Leads home. */
export function LockUp({ name, hindiName }: { name: string; hindiName: string }) {
  return (
    <Link className="logo" to={urls.home}>
      <span className="logo-latin">{name}</span>
      <span className="de hang" lang="hi" aria-hidden="true">
        {hindiName}
      </span>
    </Link>
  );
}
