import { useParams } from 'react-router';
import * as urls from '../../urls.ts';
import { orderQuery } from '../admin-api.ts';
import './orders.css';
import { stateLabels } from '../../orders/rules.ts';
import { formatTime } from '../layout/format-times.ts';
import { WhenReady } from '../layout/loading.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { useAdminQuery } from '../layout/use-admin.ts';
import { OrderActions } from './actions/order-actions.tsx';
import { PrivateNote } from './actions/private-note.tsx';
import { ReturnRequest } from './actions/return-request.tsx';
import { OrderAddress } from './order-address.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderMoney } from './order-money.tsx';
import { OrderShipments } from './order-shipments.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { OrderPrintouts } from './print/order-printouts.tsx';
import { paymentLabel } from './rules.ts';

export const meta = () => adminMeta('One order');

/** F-131: everything about one order on one screen, and all that can be done with it. */
export default function OrderPage() {
  const { id = '' } = useParams();
  const found = useAdminQuery(orderQuery(id));
  const order = found.data;
  return (
    <Screen
      title={order ? `Order ${order.number}` : 'Order'}
      end={order && <span className="state">{stateLabels[order.state]}</span>}
      back={{ to: urls.adminOrders, text: 'Orders' }}
    >
      <WhenReady query={found}>
        {(known) => (
          <>
            <p className="soft mb-4">
              {known.placedAt
                ? `Placed ${formatTime(known.placedAt)}`
                : `Begun ${formatTime(known.createdAt)}`}
              {`, ${paymentLabel(known)}`}
              {known.deliveredAt && `, delivered ${formatTime(known.deliveredAt)}`}
            </p>
            <div className="two-columns">
              <div>
                <OrderActions order={known} />
                {known.return && <ReturnRequest order={known} request={known.return} />}
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
