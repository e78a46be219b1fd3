import { useCustomerQuery } from '../customers/customer-query.ts';
import { stopSharing } from './change-list.ts';
import { shareQuery } from './queries.ts';

/** While the list is shared: who can see it, where, and how to end that. */
export function SharedNote() {
  const url = useCustomerQuery(shareQuery).data?.url;
  if (!url) return null;
  return (
    <p className="shared-note">
      <span>
        Whoever has{' '}
        <a className="link" href={url}>
          this link
        </a>{' '}
        can see your list, without your name.
      </span>
      <button className="link tap" type="button" onClick={() => void stopSharing()}>
        Stop sharing
      </button>
    </p>
  );
}
