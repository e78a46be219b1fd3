import { useNavigate } from 'react-router';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { FailureNote } from '../../foundation/ui/fields.tsx';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { notify } from '../../foundation/ui/notices.ts';
import * as urls from '../../urls.ts';
import { adminApi } from '../admin-api.ts';
import { refreshAdmin } from '../layout/use-admin.ts';

/** How many orders are packed or printed at a time. */
const maxOrders = 50;

/** What can be done with several orders at once. */
export function ChosenOrders({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const { isPending, failure, attempt } = useSubmit();
  const navigate = useNavigate();
  if (ids.length > maxOrders) return <span className="soft">At most {maxOrders} at a time.</span>;

  const printouts = `${urls.adminOrders}?print=${ids.join(',')}`;

  async function pack(thenPrint: boolean) {
    const done = await attempt(() => readResponse(adminApi.orders.pack.$post({ json: { ids: [...ids] } })));
    if (!done) return;
    await refreshAdmin('orders', 'dashboard');
    const packed =
      done.packed.length === 1 ? '1 order is packed.' : `${done.packed.length} orders are packed.`;
    const refused = done.refused.map(({ number, reason }) => `${number}: ${reason}`);
    notify([packed, ...refused].join(' '));
    if (thenPrint) await navigate(printouts);
    else if (refused.length === 0) onDone();
  }
  return (
    <>
      <button type="button" className="btn small" aria-disabled={isPending} onClick={() => void pack(true)}>
        {isPending ? 'Packing...' : 'Pack and print'}
      </button>
      <button
        type="button"
        className="btn quiet small"
        aria-disabled={isPending}
        onClick={() => void pack(false)}
      >
        Pack
      </button>
      <Link className="btn quiet small" to={printouts}>
        <Icon name="printer" />
        Slips and invoices
      </Link>
      <FailureNote failure={failure} />
    </>
  );
}
