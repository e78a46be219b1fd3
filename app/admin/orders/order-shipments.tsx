import { formatDateInIndia, formatDateTime } from '../../foundation/indian-dates.ts';
import { FailureNote } from '../../foundation/ui/fields.tsx';
import { Icon } from '../../foundation/ui/icon.tsx';
import type { AdminOrder } from '../../orders/for-staff/contract.ts';
import { stepLabels } from '../../shipping/rules.ts';
import { orderApi } from '../admin-api.ts';
import { ActionButton } from '../layout/action-button.tsx';
import { refreshAdmin } from '../layout/use-admin.ts';
import { useOrderAction } from './actions/use-action.ts';

type Shipment = AdminOrder['shipments'][number];

export function OrderShipments({ order }: { order: AdminOrder }) {
  if (order.shipments.length === 0) return null;
  return (
    <section>
      <h2>{order.shipments.length === 1 ? 'Shipment' : 'Shipments'}</h2>
      <ul className="cards">
        {order.shipments.map((shipment) => (
          <ShipmentCard key={shipment.id} orderId={order.id} shipment={shipment} />
        ))}
      </ul>
    </section>
  );
}

function shipmentLabel({ isCancelled, courier, step }: Shipment): string {
  if (isCancelled) return 'cancelled';
  if (courier === 'manual') return 'handed to the courier';
  return step ? stepLabels[step] : 'waiting for the courier’s answer';
}

type CardProps = { orderId: string; shipment: Shipment };

function ShipmentCard({ orderId, shipment }: CardProps) {
  const { carrier, awb, trackUrl, labelUrl, step, direction, expectedOn, failureReason, scans } = shipment;
  return (
    <li className={shipment.isCancelled ? 'soft' : undefined}>
      <div className="card-title">
        <b>
          {direction === 'back' && 'Return: '}
          {carrier ?? 'The courier'}
        </b>
        <span className="state">{shipmentLabel(shipment)}</span>
      </div>
      <p className="soft">
        {awb ? `Tracking number ${awb}` : `Created ${formatDateTime(shipment.createdAt)}`}
        {expectedOn && `, expected ${formatDateInIndia(expectedOn)}`}
      </p>
      <ShipmentFailure orderId={orderId} shipment={shipment} />
      <div className="actions">
        {trackUrl && (
          <a className="link tap" href={trackUrl} target="_blank" rel="noreferrer">
            <Icon name="external-link" />
            Track shipment
          </a>
        )}
        {labelUrl && (
          <a className="link tap" href={labelUrl} target="_blank" rel="noreferrer">
            <Icon name="printer" />
            Shipping label
          </a>
        )}
        {!step && !failureReason && !shipment.isCancelled && (
          <ActionButton className="link tap" icon="rotate-ccw" onClick={() => refreshAdmin('orders')}>
            Refresh
          </ActionButton>
        )}
      </div>
      {scans.length > 0 && <TrackingEvents events={scans} />}
    </li>
  );
}

/** Shows why the courier refused a shipment, with a button that sends the shipment to the courier again. */
function ShipmentFailure({ orderId, shipment: { id, failureReason } }: CardProps) {
  const { isPending, failure, run } = useOrderAction(orderId);
  const retry = () =>
    orderApi.shipments[':shipment'].retry.$post({
      param: { id: orderId, shipment: id },
    });
  return (
    <>
      {failureReason && (
        <div className="alert">
          <Icon name="circle-alert" />
          <div>
            <p>The courier did not accept the booking: {failureReason}</p>
            <ActionButton
              className="link tap"
              isDisabled={isPending}
              onClick={() => run(retry, 'The shop asks the courier again to collect the order.')}
            >
              Try again
            </ActionButton>
          </div>
        </div>
      )}
      <FailureNote failure={failure} />
    </>
  );
}

function TrackingEvents({ events }: { events: Shipment['scans'] }) {
  return (
    <details>
      <summary className="link tap">Tracking history ({events.length})</summary>
      <ol>
        {events.map((event) => (
          <li key={`${event.at} ${event.description}`}>
            {event.description}
            {event.location && `, ${event.location}`} <span className="soft">{formatDateTime(event.at)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
