import { useEffect, useState } from 'react';
import type { Cart } from '../cart/contract.ts';
import { blockedReason } from '../cart/messages.ts';
import { PayBar } from '../cart/receipt.tsx';
import { isBuyable } from '../cart/rules.ts';
import { codMessage } from '../content/cod.ts';
import type { Settings } from '../content/contract.ts';
import { orderTermsText } from '../content/return-text.ts';
import type { Profile } from '../customers/contract.ts';
import { days } from '../foundation/clock.ts';
import { dayAndLongMonth } from '../foundation/indian-dates.ts';
import { toPaise } from '../foundation/money.ts';
import type { PaymentMethod } from '../orders/contract.ts';
import { type ProviderName, paymentProviders } from '../payments/payment-facts.ts';
import type { DeliveryForm as Delivery } from './contract.ts';
import { DeliveryForm } from './delivery-form.tsx';
import { initialMethod, storeMethod } from './draft.ts';
import { OrderSummary } from './order-summary.tsx';
import { signInRequiredMessage } from './payment/messages.ts';
import { PaymentChoice } from './payment/payment-choice.tsx';
import { PayButton, PaymentInProgress, PaymentNotice } from './payment/payment-panel.tsx';
import { openBlankWindow } from './payment/popup.ts';
import { loadRazorpay } from './payment/razorpay-popup.ts';
import type { Ordering } from './payment/use-ordering.ts';
import { checkDelivery } from './rules.ts';

type Props = {
  profile: Profile;
  cart: Cart;
  settings: Pick<Settings, 'cod' | 'promiseDays' | 'returnDays'>;
  provider: ProviderName;
  ordering: Ordering;
};

/** Delivery form, payment method, order summary and the Pay Now button. */
export function CheckoutForm({ profile, cart, settings, provider, ordering }: Props) {
  const opensByScript = paymentProviders[provider].opens === 'script';
  const { pay, fieldErrors, setFieldErrors, isSignedIn } = ordering;
  const { stage, notice, showNotice } = pay;
  const { method, cashError, choose } = usePaymentMethod({ profile, cart, settings });
  const blockedReason = orderBlockedReason(cart);
  const isPending = notice?.isPending === true;
  const isAnyBuyable = cart.items.some(isBuyable);

  useEffect(() => {
    // Preload the provider's script. Ignore a failure, because Pay Now loads the script again and reports the failure.
    if (opensByScript) loadRazorpay().catch(() => undefined);
  }, [opensByScript]);

  function order(input: Delivery, saveAddress: boolean) {
    if (stage.at !== 'idle' || isPending) return;
    setFieldErrors([]);
    if (!isSignedIn) return showNotice({ ...signInRequiredMessage });
    if (blockedReason !== undefined) return showNotice({ text: blockedReason, offers: [] });
    const { fields, form: shippingInfo } = checkDelivery(input);
    if (fields.length > 0) {
      showNotice(undefined);
      return setFieldErrors(fields);
    }
    const details = { ...orderDetails(cart, shippingInfo, method), ...(saveAddress && { saveAddress }) };
    const blank = method === 'Online' && !opensByScript ? openBlankWindow() : undefined;
    void pay.pay({ userId: profile._id, details }, blank);
  }

  return (
    <>
      <div className="split">
        <DeliveryForm
          {...{ profile, fieldErrors }}
          requestedLines={cart.items.filter(isBuyable)}
          onSubmit={order}
        >
          {isAnyBuyable && (
            <PaymentChoice {...{ method, cashError, isPending }} total={cart.total} onChoose={choose} />
          )}
        </DeliveryForm>
        <Summary
          {...{ cart, settings, ordering, blockedReason }}
          mayPayCash={cashError === undefined}
          onCash={() => {
            choose('COD');
            showNotice(undefined);
          }}
        />
      </div>
      {isAnyBuyable && (
        <PayBar label="Total" amount={cart.total}>
          <PayButton {...{ stage, isPending }} className="btn" />
        </PayBar>
      )}
    </>
  );
}

/**
 * Hook for the payment method that the customer chose, which is stored in the browser. If cash on delivery is not possible, the
 * method is `Online`, and `cashError` is the reason.
 */
function usePaymentMethod({ profile, cart, settings }: Pick<Props, 'profile' | 'cart' | 'settings'>) {
  const [chosen, setChosen] = useState(() => initialMethod(profile));
  const cashError = codMessage(
    settings.cod,
    { totalPaise: toPaise(cart.total) },
    cart.items.map(({ stock, price }) => ({ isUnique: stock === 1, pricePaise: toPaise(price) })),
  );
  function choose(method: PaymentMethod) {
    setChosen(method);
    storeMethod(profile, method);
  }
  return { method: cashError === undefined ? chosen : 'Online', cashError, choose } as const;
}

type SummaryProps = Pick<Props, 'cart' | 'settings' | 'ordering'> & {
  blockedReason: string | undefined;
  mayPayCash: boolean;
  onCash: () => void;
};

/**
 * Order summary with the pay button. Above the button it shows the progress of the payment, or else the notice about it.
 */
function Summary({ cart, settings, ordering, blockedReason, mayPayCash, onCash }: SummaryProps) {
  const { cartView, pay, isSignedIn } = ordering;
  const { stage, notice, showNotice } = pay;
  const isPending = notice?.isPending === true;

  /**
   * Hides the notice if it says why the order was rejected, because the reason may not apply to the changed cart. Only such
   * notices have no title and no actions.
   */
  function onCartChange() {
    if (notice && notice.title === undefined && notice.offers.length === 0) showNotice(undefined);
  }

  return (
    <OrderSummary
      cart={cart}
      mayChange={stage.at === 'idle' && isSignedIn}
      onAcceptQuantity={(line) => {
        onCartChange();
        cartView.setQuantity(line, line.quantity);
      }}
      onRemove={(line) => {
        onCartChange();
        cartView.remove(line);
      }}
    >
      {stage.at === 'paying' && <PaymentInProgress stage={stage} />}
      {stage.at === 'idle' && notice && (
        <PaymentNotice
          notice={notice}
          mayPayCash={mayPayCash}
          onCash={onCash}
          onVerify={() => void pay.verify()}
        />
      )}
      {blockedReason !== undefined && !notice && <p className="error mt-4">{blockedReason}</p>}
      {cart.items.some(isBuyable) && (
        <PayButton {...{ stage, isPending }} total={cart.total} className="btn wide mt-5" />
      )}
      <p className="small soft mt-3">
        Delivery by {dayFromNow(settings.promiseDays)}.{' '}
        {orderTermsText(cart.items.filter(isBuyable), settings.returnDays)}
      </p>
    </OrderSummary>
  );
}

/** Returns the order details to send: address, payment method, and the lines and amounts that the customer sees. */
function orderDetails(cart: Cart, shippingInfo: Delivery, paymentMethod: PaymentMethod) {
  const { items, subtotal, shippingCost, tax, total } = cart;
  return {
    productDetails: items.map(({ proId, size, quantity, proPrice }) => ({
      proId,
      size,
      quantity,
      price: proPrice,
    })),
    shippingInfo,
    subtotal,
    taxes: tax,
    shippingCost,
    total,
    paymentMethod,
  };
}

/**
 * Returns the reason why the cart cannot be ordered, or undefined. One reason is a reduced quantity that the customer has not
 * accepted yet.
 */
function orderBlockedReason(cart: Cart): string | undefined {
  const isShort = cart.items.some(({ notes }) => notes.some(({ kind }) => kind === 'fewer'));
  return (
    blockedReason(cart, 'pay') ??
    (isShort ? 'Please choose whether to take what is left, then pay.' : undefined)
  );
}

const dayFromNow = (count: number) => dayAndLongMonth.format(Date.now() + days(count));
