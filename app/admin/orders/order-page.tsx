import { useParams } from 'react-router';
import { photoUrl } from '../../foundation/files/image-widths.ts';
import { formatRupees } from '../../foundation/money.ts';
import { ActionForm } from '../../foundation/ui/action-form.tsx';
import { AreaField, FailureNote } from '../../foundation/ui/fields.tsx';
import { Icon } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import type { AdminOrder } from '../../orders/for-staff/contract.ts';
import { payable } from '../../orders/messages.ts';
import * as urls from '../../urls.ts';
import { adminOrderQuery, orderApi } from '../admin-api.ts';
import './orders.css';
import { formatDateTime } from '../../foundation/indian-dates.ts';
import { stateLabels } from '../../orders/rules.ts';
import { ActionButton } from '../layout/action-button.tsx';
import { WhenReady } from '../layout/loading.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { useAdminQuery } from '../layout/use-admin.ts';
import { conflictActions, useDraft } from '../layout/use-draft.tsx';
import { OrderActions } from './actions/order-actions.tsx';
import { ReturnRequest } from './actions/return-forms.tsx';
import { runOrderAction, useOrderAction } from './actions/use-action.ts';
import { OrderAddress } from './order-address.tsx';
import { OrderMoney } from './order-money.tsx';
import { OrderShipments } from './order-shipments.tsx';
import { causeLabels, paymentLabel, unitsLabel } from './rules.ts';

export const meta = () => adminMeta('Order');

export default function OrderPage() {
  const { id = '' } = useParams();
  const query = useAdminQuery(adminOrderQuery(id));
  const order = query.data;
  return (
    <Screen
      title={order ? `Order ${order.number}` : 'Order'}
      end={order && <span className="state">{stateLabels[order.state]}</span>}
      back={{ to: urls.adminOrders, text: 'Orders' }}
    >
      <WhenReady query={query}>
        {(known) => (
          <>
            <p className="soft mb-4">
              {known.placedAt
                ? `Placed ${formatDateTime(known.placedAt)}`
                : `Checkout started ${formatDateTime(known.createdAt)}`}
              {`, ${paymentLabel(known)}`}
              {known.deliveredAt && `, delivered ${formatDateTime(known.deliveredAt)}`}
            </p>
            <div className="two-columns">
              <div>
                <OrderActions order={known} />
                {known.returns.map((request) => (
                  <ReturnRequest key={request.id} order={known} request={request} />
                ))}
                <OrderLines order={known} />
                <OrderTimeline order={known} />
              </div>
              <div>
                <OrderAddress order={known} />
                <OrderMoney order={known} />
                <OrderShipments order={known} />
                <OrderPrintouts order={known} />
                <PrivateNote key={known.id} order={known} />
              </div>
            </div>
          </>
        )}
      </WhenReady>
    </Screen>
  );
}

function OrderLines({ order }: { order: AdminOrder }) {
  return (
    <section>
      <h2>Items</h2>
      <ul className="order-lines">
        {order.lines.map((line) => (
          <li key={line.line}>
            {line.image ? (
              <img src={photoUrl(line.image, 160)} width={54} height={72} alt="" loading="lazy" />
            ) : (
              <span />
            )}
            <span>
              <Link className="link" to={`${urls.adminProducts}/${encodeURIComponent(line.proId)}`}>
                {line.productName}
              </Link>
              <br />
              <span className="soft">
                {line.proId}
                {line.sizeLabel && `, size ${line.sizeLabel}`}, {line.qnty} ×{' '}
                {formatRupees(line.productPriceAfterDiscount)}
              </span>
              {unitsLabel(order, line) && (
                <>
                  <br />
                  {unitsLabel(order, line)}
                </>
              )}
            </span>
            <span className="num">{formatRupees(line.priceAfterQnty)}</span>
          </li>
        ))}
      </ul>
      <OrderSums order={order} />
    </section>
  );
}

function OrderSums({ order }: { order: AdminOrder }) {
  const { subtotal, shipping, total, cancelledAmount } = order;
  return (
    <dl className="sums">
      <div>
        <dt>Items</dt>
        <dd>{formatRupees(subtotal)}</dd>
      </div>
      <div>
        <dt>Delivery</dt>
        <dd>{shipping === 0 ? 'Free' : formatRupees(shipping)}</dd>
      </div>
      <div className="strong">
        <dt>Total, including all taxes</dt>
        <dd>{formatRupees(total)}</dd>
      </div>
      {cancelledAmount > 0 && (
        <>
          <div>
            <dt>Cancelled before packing</dt>
            <dd>− {formatRupees(cancelledAmount)}</dd>
          </div>
          <div className="strong">
            <dt>Remaining total</dt>
            <dd>{formatRupees(payable(order))}</dd>
          </div>
        </>
      )}
    </dl>
  );
}

const actorLabels: Readonly<Record<string, string>> = {
  shopper: 'the shopper',
  merchant: 'the shop',
  courier: 'the courier',
  bank: 'the bank',
  clock: 'automatically',
};

function OrderTimeline({ order: { history } }: { order: AdminOrder }) {
  return (
    <section>
      <h2>History</h2>
      <ol className="timeline" aria-label="History">
        {history.toReversed().map((entry, index) => (
          <li key={`${entry.at} ${entry.state}`} aria-current={index === 0 ? 'step' : undefined}>
            <b>{stateLabels[entry.state]}</b>
            <br />
            <span className="soft">
              <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>,{' '}
              {actorLabels[entry.actor] ?? entry.actor}
              {entry.items && (
                <>
                  <br />
                  {entry.items.map(({ productName, qnty }) => `${qnty} × ${productName}`).join(', ')}
                </>
              )}
              {entry.note && (
                <>
                  <br />
                  {entry.note}
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function OrderPrintouts({ order: { id, invoices, isCreditNoteMissing } }: { order: AdminOrder }) {
  const { isPending, failure, run } = useOrderAction(id);
  const issue = () => orderApi['credit-note'].$post({ param: { id } });
  return (
    <section>
      <h2>Documents</h2>
      <ul>
        <li>
          <Link className="link tap" to={`${urls.adminOrders}?print=${id}`}>
            <Icon name="printer" />
            Packing slip
          </Link>
        </li>
        {invoices.map((invoice) => (
          <li key={invoice.number}>
            <a className="link tap" href={invoice.address} target="_blank" rel="noreferrer">
              <Icon name="file-text" />
              {invoice.kind === 'invoice' ? 'Invoice' : 'Credit note'} {invoice.number},{' '}
              {formatRupees(invoice.total)}
              {invoice.cause && `, ${causeLabels[invoice.cause]}`}
            </a>
          </li>
        ))}
      </ul>
      {isCreditNoteMissing && (
        <>
          <p>
            No credit note was issued when this order ended, so its invoice still counts as a sale. A credit
            note that you issue now gets today’s date. If the invoice is from an earlier financial year,
            please ask your accountant first.
          </p>
          <FailureNote failure={failure} />
          <ActionButton
            className="btn quiet small"
            isDisabled={isPending}
            onClick={() => run(issue, 'The credit note is issued.')}
          >
            Issue the credit note
          </ActionButton>
        </>
      )}
      {invoices.length === 0 && <p className="soft">The invoice is issued when the order is packed.</p>}
    </section>
  );
}

/** Form for a private note about an order. Customers never see the note. */
function PrivateNote({ order: { id, privateNote } }: { order: AdminOrder }) {
  const draft = useDraft({ note: privateNote }, privateNote);
  const { note } = draft.value;
  return (
    <section>
      <h2>Private note</h2>
      <ActionForm
        submitLabel={note.trim() === privateNote ? undefined : 'Save the note'}
        pendingLabel="Saving..."
        submitClassName="btn quiet small"
        send={() => {
          const json = { privateNote: note, before: draft.baseVersion };
          const response = orderApi.note.$put({ param: { id }, json });
          return runOrderAction(id, response, 'Note saved.');
        }}
        onDone={draft.discard}
        failureActions={conflictActions(draft)}
      >
        <AreaField
          name="privateNote"
          label="Note that only staff can see"
          value={note}
          onChange={(input) => draft.change({ note: input })}
          rows={3}
          maxLength={4000}
        />
      </ActionForm>
    </section>
  );
}
