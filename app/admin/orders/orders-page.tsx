import { useNavigate, useSearchParams } from 'react-router';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { readResponse } from '../../foundation/http/api-client.ts';
import { formatRupees } from '../../foundation/money.ts';
import { FailureNote } from '../../foundation/ui/fields.tsx';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import { notify } from '../../foundation/ui/notices.ts';
import * as urls from '../../urls.ts';
import { adminApi, fetchList } from '../admin-api.ts';
import { ActionButton } from '../layout/action-button.tsx';
import { refreshAdmin } from '../layout/use-admin.ts';
import './orders.css';
import { photoUrl } from '../../foundation/files/image-widths.ts';
import { formatDateTime } from '../../foundation/indian-dates.ts';
import type { OrderRow } from '../../orders/for-staff/contract.ts';
import { stateLabels } from '../../orders/rules.ts';
import { List, type ListColumn, optionsOf } from '../layout/list.tsx';
import { formatAge } from '../layout/numbers.ts';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { useAdminList } from '../layout/use-list.ts';
import { PrintPages } from './print/print-layout.tsx';

export const meta = () => adminMeta('Orders');

const columns: ListColumn<OrderRow>[] = [
  {
    name: 'picture',
    head: '',
    cell: ({ image }) =>
      image && <img src={photoUrl(image, 160)} width={36} height={48} alt="" loading="lazy" />,
    onCard: 'never',
  },
  { name: 'number', head: 'Order', cell: ({ number }) => number, onCard: 'title' },
  {
    name: 'name',
    head: 'Customer',
    cell: ({ name, city }) => `${name}, ${city}`,
  },
  {
    name: 'items',
    head: 'Items',
    cell: ({ firstProduct, units }) => (units > 1 ? `${firstProduct} and ${units - 1} more` : firstProduct),
  },
  {
    name: 'payment',
    head: 'Payment',
    cell: ({ paymentMethod }) => (paymentMethod === 'COD' ? 'COD' : 'Paid online'),
  },
  { name: 'total', head: 'Total', cell: ({ total }) => formatRupees(total), sorts: true, side: 'end' },
  { name: 'state', head: 'State', cell: ({ state }) => stateLabels[state], onCard: 'mark' },
  {
    name: 'placed',
    head: 'Time since order',
    cell: ({ at }) => (
      <time dateTime={at} title={formatDateTime(at)}>
        {formatAge(at, new Date())}
      </time>
    ),
    sorts: true,
    side: 'end',
  },
];

const filters = [
  {
    name: 'state',
    label: 'State',
    all: 'All states',
    options: optionsOf(stateLabels),
  },
  {
    name: 'payment',
    label: 'Payment',
    all: 'All payments',
    options: optionsOf({ Online: 'Paid online', COD: 'Cash on delivery' }),
  },
  {
    name: 'waits',
    label: 'To do',
    all: 'All orders',
    options: optionsOf({
      pickup: 'To hand to the courier',
      cash: 'Cash on delivery to be collected',
      refund: 'Refund to pay by hand',
      inspect: 'Return to check',
      shipment: 'Shipment not accepted by the courier',
    }),
  },
];

/** List of orders. With `?print=`, shows the documents to print for the given orders. */
export default function OrdersPage() {
  const [search] = useSearchParams();
  const print = search.get('print');
  if (print)
    return (
      <Screen title="Documents to print" back={{ to: urls.adminOrders, text: 'Orders' }}>
        <PrintPages ids={print} />
      </Screen>
    );
  return (
    <Screen title="Orders">
      <Orders />
    </Screen>
  );
}

function Orders() {
  const list = useAdminList('orders', fetchList(adminApi.orders.$get), ['state', 'payment', 'waits']);
  return (
    <List
      label="Orders"
      list={list}
      columns={columns}
      pathOf={({ id }) => `${urls.adminOrders}/${id}`}
      searchLabel="Number, name, phone or product"
      filters={filters}
      empty="No orders found."
      selection={{
        labelOf: ({ number }) => `Select order ${number}`,
        actions: (keys, clear) => <ChosenOrders ids={keys} onDone={clear} />,
      }}
    />
  );
}

/** Maximum number of orders to pack or print at once. */
const maxOrders = 50;

function ChosenOrders({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const { isPending, failure, attempt } = useSubmit();
  const navigate = useNavigate();
  if (ids.length > maxOrders) return <span className="soft">Please choose at most {maxOrders} orders.</span>;

  const printouts = `${urls.adminOrders}?print=${ids.join(',')}`;

  async function pack(thenPrint: boolean) {
    const done = await attempt(() => readResponse(adminApi.orders.pack.$post({ json: { ids: [...ids] } })));
    if (!done) return;
    await refreshAdmin('orders', 'dashboard', 'menu-counts');
    const packed =
      done.packed.length === 1 ? '1 order is packed.' : `${done.packed.length} orders are packed.`;
    const refused = done.refused.map(({ number, reason }) => `${number}: ${reason}`);
    notify([packed, ...refused].join(' '));
    if (thenPrint) await navigate(printouts);
    else if (refused.length === 0) onDone();
  }
  return (
    <>
      <ActionButton className="btn small" isDisabled={isPending} onClick={() => pack(true)}>
        {isPending ? 'Packing...' : 'Pack and print'}
      </ActionButton>
      <ActionButton isDisabled={isPending} onClick={() => pack(false)}>
        Pack
      </ActionButton>
      <Link className="btn quiet small" to={printouts}>
        <Icon name="printer" />
        Print slips and invoices
      </Link>
      <FailureNote failure={failure} />
    </>
  );
}
