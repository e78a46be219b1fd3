import { readAnswer } from '../../foundation/http/api-client.ts';
import { stepWords } from '../../shipping/rules.ts';
import { FailureNote } from '../layout/fields.tsx';
import { momentInWords } from '../layout/format-times.ts';
import { OfficeIcon } from '../layout/icon.tsx';
import { refreshOffice } from '../layout/use-admin.ts';
import { useAct } from './actions/use-action.ts';
import type { OfficeOrder } from './contract.ts';
import { orderCalls } from './orders-api.ts';
import { dayOf } from './rules.ts';

/** Its parcels, out and back, with all that couriers said of them. */
export function OrderParcels({ order }: { order: OfficeOrder }) {
  if (order.parcels.length === 0) return null;
  return (
    <section>
      <h2>{order.parcels.length === 1 ? 'Parcel' : 'Parcels'}</h2>
      <ul className="cards">
        {order.parcels.map((parcel) => (
          <ParcelCard key={parcel.id} orderId={order.id} parcel={parcel} />
        ))}
      </ul>
    </section>
  );
}

function whereItIs({ isGivenUp, courier, step }: OfficeOrder['parcels'][number]): string {
  if (isGivenUp) return 'given up';
  if (courier === 'manual') return 'handed over';
  return step ? stepWords[step] : 'the courier is asked';
}

function ParcelCard({ orderId, parcel }: { orderId: string; parcel: OfficeOrder['parcels'][number] }) {
  const { isTrying, failure, act } = useAct(orderId);
  const { carrier, awb, trackUrl, labelUrl, step, direction, expectedOn, parkedBecause, scans } = parcel;
  const askAgain = () =>
    readAnswer(
      orderCalls.admin.orders[':id'].parcels[':parcel']['ask-again'].$post({
        param: { id: orderId, parcel: parcel.id },
      }),
    );
  return (
    <li className={parcel.isGivenUp ? 'soft' : undefined}>
      <div className="card-title">
        <b>
          {direction === 'back' && 'Back: '}
          {carrier ?? 'The courier'}
        </b>
        <span className="state">{whereItIs(parcel)}</span>
      </div>
      <p className="soft">
        {awb ? `Number ${awb}` : `Made ${momentInWords(parcel.madeAt)}`}
        {expectedOn && `, expected ${dayOf(expectedOn)}`}
      </p>
      {parkedBecause && (
        <div className="alert">
          <OfficeIcon name="circle-alert" />
          <div>
            <p>The courier refused it: {parkedBecause}</p>
            <button
              type="button"
              className="link tap"
              aria-disabled={isTrying}
              onClick={() => void act(askAgain, 'The courier is asked once more.')}
            >
              Ask once more
            </button>
          </div>
        </div>
      )}
      <FailureNote failure={failure} />
      <div className="acts">
        {trackUrl && (
          <a className="link tap" href={trackUrl} target="_blank" rel="noreferrer">
            <OfficeIcon name="external-link" />
            Track it
          </a>
        )}
        {labelUrl && (
          <a className="link tap" href={labelUrl} target="_blank" rel="noreferrer">
            <OfficeIcon name="printer" />
            Sticker
          </a>
        )}
        {!step && !parkedBecause && !parcel.isGivenUp && (
          <button type="button" className="link tap" onClick={() => void refreshOffice('orders')}>
            <OfficeIcon name="rotate-ccw" />
            Look again
          </button>
        )}
      </div>
      {scans.length > 0 && (
        <details>
          <summary className="link tap">What the courier said ({scans.length})</summary>
          <ol>
            {scans.map((scan) => (
              <li key={`${scan.at} ${scan.words}`}>
                {scan.words}
                {scan.place && `, ${scan.place}`} <span className="soft">{momentInWords(scan.at)}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}
