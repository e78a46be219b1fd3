import { formatRupees } from '../../foundation/money.ts';
import { Icon } from '../../foundation/ui/icon.tsx';
import type { PaymentMethod } from '../../orders/contract.ts';

type Props = {
  method: PaymentMethod;
  onChoose: (method: PaymentMethod) => void;
  /** Order total in rupees. */
  total: number;
  /** The reason why the order cannot be paid in cash; otherwise undefined. */
  cashError: string | undefined;
  /** True while a payment is pending, which disables the choice. */
  isPending: boolean;
};

export function PaymentChoice({ method, onChoose, total, cashError, isPending }: Props) {
  return (
    <>
      <h2 className="text-4 mt-9 mb-4">Payment</h2>
      <fieldset className="pay" disabled={isPending}>
        <legend className="sr">Payment method</legend>
        <label>
          <span className="check">
            <input
              type="radio"
              name="paymentMethod"
              checked={method === 'Online'}
              onChange={() => onChoose('Online')}
            />
          </span>
          <span>
            <b>Prepaid</b>: UPI, card, net banking
          </span>
          <Icon name="smartphone" />
          <small>You pay in a secure window of our payment partner, and then come back here.</small>
        </label>
        <label className={cashError === undefined ? undefined : 'refused'}>
          <span className="check">
            <input
              type="radio"
              name="paymentMethod"
              checked={method === 'COD'}
              disabled={cashError !== undefined}
              onChange={() => onChoose('COD')}
            />
          </span>
          <span>
            <b>Cash on delivery</b> (COD)
          </span>
          <Icon name="banknote" />
          <small>
            {cashError ??
              `Pay the courier ${formatRupees(total)} in cash at your door. Many couriers also take UPI.`}
          </small>
        </label>
      </fieldset>
    </>
  );
}
