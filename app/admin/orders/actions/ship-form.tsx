import { type FormEvent, useState } from 'react';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { FailureNote, TextField } from '../../layout/fields.tsx';
import type { AdminOrder } from '../contract.ts';
import { ordersApi } from '../orders-api.ts';
import { useOrderAction } from './use-action.ts';

/** The merchant hands the parcel to somebody with a name, by hand. */
export function ShipForm({ order: { id }, onDone }: { order: AdminOrder; onDone: () => void }) {
  const [carrier, setCarrier] = useState('');
  const [awb, setAwb] = useState('');
  const [trackUrl, setTrackUrl] = useState('');
  const { isPending, failure, errorOf, run } = useOrderAction(id);

  async function save(event: FormEvent) {
    event.preventDefault();
    const request = () =>
      readResponse(
        ordersApi.admin.orders[':id'].ship.$post({
          param: { id },
          json: { courier: 'manual', manual: { carrier, awb, trackUrl } },
        }),
      );
    if (await run(request, 'Shipped. The shopper has a letter with the tracking link.')) onDone();
  }
  return (
    <form className="form" noValidate onSubmit={save}>
      <FailureNote failure={failure} />
      <TextField
        label="Carrier"
        placeholder="Blue Dart, India Post, our own driver"
        value={carrier}
        onChange={setCarrier}
        error={errorOf('manual.carrier')}
        maxLength={60}
      />
      <TextField
        label="Number on the parcel (optional)"
        value={awb}
        onChange={setAwb}
        error={errorOf('manual.awb')}
        maxLength={40}
      />
      <TextField
        label="Tracking link (optional)"
        type="url"
        inputMode="url"
        placeholder="https://"
        value={trackUrl}
        onChange={setTrackUrl}
        error={errorOf('manual.trackUrl')}
        maxLength={500}
      />
      <button className="btn wide" type="submit" aria-disabled={isPending}>
        {isPending ? 'One moment...' : 'It is on its way'}
      </button>
    </form>
  );
}
